import { UniversalProvider as Library } from '@walletconnect/universal-provider'

/** The published provider. */
export type UniversalProvider = InstanceType<typeof Library>
/** The library's options: its client is one of them. */
export type LibraryOptions = ConstructorParameters<typeof Library>[0]
/** The session client that the library expects. */
export type LibraryClient = NonNullable<LibraryOptions['client']>
/** A session in the library's form. */
export type LibrarySession = NonNullable<UniversalProvider['session']>
/** The record that the library keeps of one chain family. */
export type FamilyProvider = UniversalProvider['rpcProviders'][string]
/** A request on its way to a family's provider. */
export type FamilyRequest = Parameters<FamilyProvider['request']>[0]

/**
 * Members of the provider, version 2.21.8, that its types hide. Only this file and its test have to be
 * checked for another version.
 */
export interface Hidden {
  /** Takes the client and listens to its events. */
  initialize(): Promise<void>
  /** Makes a provider for each chain family of the session. */
  createProviders(): void
  /** Makes the providers of a new session, and emits `connect`. */
  onConnect(): void
}
export const hiddenOf = (provider: UniversalProvider): Hidden => provider as unknown as Hidden

/**
 * Makes a provider on a client that exists already. The library's own `init` would not let go of it
 * between construction and start.
 * @param prepare runs before the provider takes its client
 */
export async function startProvider(
  options: LibraryOptions,
  prepare: (provider: UniversalProvider) => void,
): Promise<UniversalProvider> {
  const provider = new Library(options)
  prepare(provider)
  await hiddenOf(provider).initialize()
  return provider
}
