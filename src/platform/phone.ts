export const INVALID_PHONE = "Please enter a valid phone number";
const MAX_LENGTH = 30;
export const MIN_PHONE_DIGITS = 7;

export function cleanPhone(text: string): string {
  return (
    text
      // What comes with a pasted number: marks that nobody sees, other spaces and dashes.
      .replace(/\p{Cf}/gu, "")
      .replace(/\p{Zs}/gu, " ")
      .replace(/\p{Pd}/gu, "-")
      .trim()
      .replace(/^\+1[ .-]*/, "")
      .replaceAll(".", "")
      .trim()
  );
}

export function isPhone(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[\d ()-]+$/.test(text) && text.replace(/\D/g, "").length >= MIN_PHONE_DIGITS;
}

export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

export function formatPhone(text: string): string {
  const cleaned = cleanPhone(text);
  const digits = phoneDigits(cleaned);
  if (digits.length !== 10 || !isPhone(cleaned)) return text.trim();
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

export function phoneHref(text: string): string {
  const digits = phoneDigits(text);
  return digits.length === 10 ? `tel:+1${digits}` : `tel:${digits}`;
}
