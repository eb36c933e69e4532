const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** 256 random bits, 43 characters that need no escape in a cookie or an address. */
export const randomSecret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Whether a text has the shape of {@link randomSecret} and {@link digest}. */
export const isSecret = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{43}$/.test(text)

/** SHA-256 of a secret: the only form in which the store has it. */
export const digest = async (secret: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
