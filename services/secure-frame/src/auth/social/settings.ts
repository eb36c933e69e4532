import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Env } from '@latchkey/service-kit'
import { type SocialProvider, socialProviders } from '../../contract/index.js'
import { invalidOption } from '../../errors.js'

interface AtProvider {
  clientId: string
  /** In the place of the provider's own hosts, for tests and the demo. */
  url?: string
}
export interface SecretClient extends AtProvider {
  clientSecret: string
}
export interface AppleClient extends AtProvider {
  team: string
  keyId: string
  /** The private key that Apple gave, as PEM. */
  key: string
}
/** The clients that the operator has registered. A provider without one is not offered. */
export type SocialOptions = {
  readonly [P in Exclude<SocialProvider, 'apple'>]?: SecretClient
} & { readonly apple?: AppleClient }

export interface FarcasterOptions {
  /** The relay of channels: `https://relay.farcaster.xyz`. */
  relay: string
  /** A node of OP Mainnet, which has the registry of ids. */
  rpc: string
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.(?:localhost|test))$/

/** @throws SecureFrameError where tokens would go over an open line */
const checkUrl = (name: string, text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!isSafe) throw invalidOption(`${name} must begin with https://. It does not.`)
}

/** The settings of some names: all of them, or none. @throws SecureFrameError where a half is missing */
const allOrNone = <Name extends string>(
  env: Env,
  names: readonly Name[],
): Record<Name, string> | undefined => {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw invalidOption(
      `${names.join(', ')} belong together, and ${missing.join(', ')} is missing. Set all or none.`,
    )
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Name, string>
}

const readKey = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw invalidOption(`APPLE_KEY names a file that cannot be read: ${path}`)
  })

/** Reads `GOOGLE_CLIENT_ID`, `GOOGLE_CLIENT_SECRET` and their like. */
export async function readSocials(env: Env): Promise<SocialOptions> {
  const found: Record<string, SecretClient | AppleClient> = {}
  for (const provider of socialProviders) {
    const prefix = provider.toUpperCase()
    const url = env[`${prefix}_URL`]
    const at = url ? { url } : {}
    if (provider === 'apple') {
      const names = ['APPLE_CLIENT_ID', 'APPLE_TEAM', 'APPLE_KEY_ID', 'APPLE_KEY'] as const
      const all = allOrNone(env, names)
      if (!all) continue
      const { APPLE_CLIENT_ID: clientId, APPLE_TEAM: team, APPLE_KEY_ID: keyId } = all
      found.apple = { clientId, team, keyId, key: await readKey(all.APPLE_KEY), ...at }
      continue
    }
    const [id, secret] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const
    const all = allOrNone(env, [id, secret])
    if (all) found[provider] = { clientId: all[id]!, clientSecret: all[secret]!, ...at }
  }
  return found
}

/** Reads `FARCASTER_RELAY` and `FARCASTER_RPC`. */
export function readFarcaster(env: Env): FarcasterOptions | undefined {
  const all = allOrNone(env, ['FARCASTER_RELAY', 'FARCASTER_RPC'])
  return all && { relay: all.FARCASTER_RELAY, rpc: all.FARCASTER_RPC }
}

/** @throws SecureFrameError `secure-frame.invalid_option` */
export function checkSocials(
  socials: SocialOptions,
  farcaster: FarcasterOptions | undefined,
): void {
  for (const provider of socialProviders) {
    const url = socials[provider]?.url
    if (url !== undefined) checkUrl(`${provider.toUpperCase()}_URL`, url)
  }
  if (socials.apple) checkAppleKey(socials.apple.key)
  if (!farcaster) return
  checkUrl('FARCASTER_RELAY', farcaster.relay)
  checkUrl('FARCASTER_RPC', farcaster.rpc)
}

const checkAppleKey = (key: string): void => {
  try {
    const { asymmetricKeyDetails } = createPrivateKey(key)
    if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return
  } catch {
    // The sentence is the same, and says nothing of the key.
  }
  throw invalidOption('APPLE_KEY must be the private key that Apple gave, a .p8 file of P-256.')
}
