/** The message is one line without a full stop. */
export class ConfigError extends Error {}
