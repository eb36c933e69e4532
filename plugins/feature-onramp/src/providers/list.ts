import type { LogPort, Namespace } from '@latchkey/plugin-api'
import type { OnrampProvider } from '../api.js'
import type { OnrampContext, OnrampOptions } from '../options.js'

const provider = (
  name: string,
  label: string,
  feeRange: string,
  url: string,
  ...supportedChains: Namespace[]
): OnrampProvider => ({ label, name, feeRange, url, supportedChains })

/** The providers that this plugin knows. */
export const PROVIDERS: readonly OnrampProvider[] = [
  provider('coinbase', 'Coinbase', '1-2%', 'https://pay.coinbase.com', 'eip155'),
  provider('meld', 'Meld', '1-2%', 'https://meldcrypto.com', 'eip155', 'solana'),
]

/** A list of strings as it is; everything else is an empty list, and the log says so in one line. */
export function toProviders(value: unknown, log?: Pick<LogPort, 'warn'>): readonly string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  log?.warn('Providers of onramp are not a list of strings: none is offered.')
  return []
}

/** The sandbox, at an origin of the passport. */
export const sandboxAt = (url: string | undefined): readonly OnrampProvider[] =>
  url === undefined ? [] : [provider('sandbox', 'Sandbox', '0%', url, 'eip155')]

/** The providers of these names, in their order, and the sandbox. An unknown name is left out. */
export const providersOf = (
  { sandbox }: Pick<OnrampOptions, 'sandbox'>,
  names: readonly string[],
): readonly OnrampProvider[] => [
  ...names.flatMap((name) => PROVIDERS.filter((each) => each.name === name)),
  ...sandboxAt(sandbox),
]

/** Those that deliver to this chain family. */
export const providersFor = (
  providers: readonly OnrampProvider[],
  namespace = '',
): readonly OnrampProvider[] =>
  providers.filter(({ supportedChains }) => supportedChains.includes(namespace))

/** The providers that the site, its remote configuration, and what is installed leave. */
export function createProviders(
  ctx: Pick<OnrampContext, 'remoteFeatures' | 'log'>,
  options: OnrampOptions,
  hasServer: () => boolean,
): () => readonly OnrampProvider[] {
  const { providers: given = PROVIDERS.map(({ name }) => name), meldPublicKey } = options
  const listed = toProviders(given, ctx.log)
  /** The last remote list that was read, so that the log says once what is wrong with it. */
  let last: unknown = listed
  return () => {
    const { onramp: remote } = ctx.remoteFeatures.get()
    if (remote === false) return []
    const names = toProviders(remote, remote === last ? undefined : ctx.log)
    last = remote
    return providersOf(
      options,
      listed.filter((name) => names.includes(name)),
    ).filter(({ name }) => hasServer() || (name === 'meld' && meldPublicKey))
  }
}
