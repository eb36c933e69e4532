import type { Random } from './random.js'

export interface Detail {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: {
    request(args: { method: string }): Promise<unknown>
    on(): unknown
    removeListener(): unknown
  }
}

const plainIcon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

export const plainProvider = (): Detail['provider'] => ({
  request: ({ method }) =>
    Promise.reject(
      Object.assign(new Error(`The method "${method}" is not supported.`), { code: 4200 }),
    ),
  on: () => undefined,
  removeListener: () => undefined,
})

/** A well-formed announcement by somebody whom nobody knows. */
export function stranger(random: Random): Detail {
  const word = random.word(8)
  return {
    info: {
      uuid: random.uuid(),
      name: `Wallet ${word}`,
      icon: plainIcon,
      rdns: `com.example.${word}`,
    },
    provider: plainProvider(),
  }
}

/** Earlier announcements, which later ones repeat and imitate. A few are enough. */
export interface Past {
  strangers: Detail[]
}

export const pastStranger = (random: Random, past: Past): Detail =>
  past.strangers.length ? random.pick(past.strangers) : stranger(random)
