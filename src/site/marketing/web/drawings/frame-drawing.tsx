import { Drawing } from "#company/shell/web/parts/drawing.tsx";

export function FrameDrawing() {
  return (
    <Drawing width={480} height={320}>
      <g stroke="var(--line)" strokeWidth="1.5">
        <path d="M0 260H480M60 20V300M420 20V300M0 60H480" />
      </g>
      <g stroke="var(--control)" strokeWidth="1.5">
        <path d="M54 60h12M60 54v12M414 60h12M420 54v12M54 260h12M60 254v12M414 260h12M420 254v12" />
      </g>
      <g stroke="var(--ink)" strokeWidth="2.5">
        <path d="M150 260V150M330 260V150M150 150h180M240 260V84M150 150 240 84l90 66M190 260v-90h-40M290 260v-90h40M150 205h180M195 117v33M285 117v33" />
        <path fill="var(--roof)" d="M140 156 240 82v-12L128 152z" />
        <path fill="var(--surface)" d="M336 250h60v10h-60zM342 240h48v10h-48zM350 230h40v10h-40z" />
        <path d="M96 260l22-90M118 170l22 90M104 232h28M110 204h16" />
        <path fill="var(--lamp)" d="M230 176h20v22h-20z" />
      </g>
    </Drawing>
  );
}
