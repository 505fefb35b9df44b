export const BUILD_ONLY: string[];
export const PARTS: string[];
