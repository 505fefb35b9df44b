export function House() {
  return (
    <>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <g fill="var(--surface)">
          <path d="M204 236H436V372H204z" />
          <path d="M386 190V146h28v66z" />
          <path d="M216 240 320 166 424 240z" />
        </g>
        <path fill="var(--roof)" d="M186 240 320 142 454 240H424L320 166 216 240z" />
        <path fill="var(--roof)" d="M298 372v-88a8 8 0 0 1 8-8h32a8 8 0 0 1 8 8v88z" />
        <g fill="var(--lamp)">
          <path d="M306 222v-14a14 14 0 0 1 28 0v14z" />
          <path d="M228 272h52v52h-52z" />
          <path strokeWidth="2" d="M284.5 290h7v12h-7z" />
        </g>
        <g fill="var(--surface)">
          <path d="M364 272h52v52h-52z" />
          <path d="M286 372h72v14h-72zM276 386h92v16h-92z" />
        </g>
        <path d="M150 402H272M372 402H498" />
      </g>
      <g stroke="var(--ink)" strokeWidth="1.5">
        <path d="M320 194v28M254 272v52M228 298h52M390 272v52M364 298h52" />
        <path opacity=".35" d="M210 256h82M352 256h78M210 340h82M352 340h78M210 356h82M352 356h78" />
      </g>
      <circle cx="338" cy="330" r="3.2" fill="var(--lamp)" />
    </>
  );
}
