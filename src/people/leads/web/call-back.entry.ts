import { answerCallBacks } from "./call-back.ts";

answerCallBacks();
