/** What the site cannot start with; the message is one line, without its full stop, for the person who set it. */
export class ConfigError extends Error {}
