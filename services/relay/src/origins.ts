/**
 * Whether an `Origin` is on the list. `*` stands for one or more labels of a host: `https://*.example.org` has
 * `https://a.example.org`, not `https://example.org` and not `https://a.example.org.evil.io`.
 */
export const isOriginAllowed = (origin: string, patterns: readonly string[]): boolean => patterns.some((pattern) => toPattern(pattern).test(origin))

const LABELS = '[a-z0-9-]+(?:\\.[a-z0-9-]+)*'
const toPattern = (pattern: string): RegExp => new RegExp(`^${pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join(LABELS)}$`, 'i')
