/** Trade marks of the networks are avoided; an unknown network gets a link icon. */
const SHAPES: Record<string, string> = {
  Facebook:
    "M14 21v-8h2.7l.4-3H14V8.2c0-.9.3-1.5 1.6-1.5h1.6V4.1c-.3 0-1.2-.1-2.3-.1-2.3 0-3.9 1.4-3.9 3.9V10H8.300v3H11v8",
  Instagram:
    "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 7h.01",
  LinkedIn:
    "M4 9.500h3.500V20H4zM5.750 4.200v.01M11 20V9.500h3.200V11c.6-1 1.700-1.700 3.100-1.700 2.500 0 3.700 1.600 3.700 4.300V20h-3.400v-6c0-1.300-.5-2.200-1.700-2.200s-1.900.9-1.900 2.200v6z",
};
const LINK = "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700l1-1";

export function SocialIcon({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name] ?? LINK} />
    </svg>
  );
}
