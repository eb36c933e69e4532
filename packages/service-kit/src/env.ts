/** Environment variables, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>

export interface EnvReader {
  /** Words with commas between them; none where the variable is absent. */
  words(name: string): string[]
  /** A whole number of 0 or more; `fallback` where the variable is absent or empty. */
  number(name: string, fallback: number): number
  /** The bounds that the host set: `LIMIT_FRAME_BYTES` for `frameBytes`. */
  limits<Limits extends { readonly [name in keyof Limits]: number }>(
    defaults: Limits,
  ): Partial<Limits>
}

/** @param fail makes the error that is thrown for a variable that cannot be read */
export function createEnvReader(env: Env, fail: (message: string) => Error): EnvReader {
  const readNumber = (name: string): number => {
    const value = Number(env[name])
    if (Number.isSafeInteger(value) && value >= 0) return value
    throw fail(
      `${name} must be a whole number, for example ${name}=5555. It is "${env[name] ?? ''}".`,
    )
  }
  return {
    words: (name) =>
      (env[name] ?? '')
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    number: (name, fallback) => (env[name] ? readNumber(name) : fallback),
    limits: <Limits>(defaults: Limits) =>
      Object.fromEntries(
        Object.keys(defaults as object)
          .map((limit) => [limit, limitName(limit)] as const)
          .filter(([, name]) => env[name])
          .map(([limit, name]) => [limit, readNumber(name)]),
      ) as Partial<Limits>,
  }
}

const limitName = (limit: string): string => `LIMIT_${limit.replace(/[A-Z]/g, '_$&').toUpperCase()}`
