import {
  LatchkeyError,
  parseCaip10,
  type Account,
  type Connection,
  type ConnectRequest,
  type SignInRequest,
} from '@latchkey/plugin-api'
import type { Signed, SignIn } from '../sdk/relayClient.js'
import type { AskedNamespaces } from './namespaces.js'

/** The only namespace in which the protocol signs a message together with connecting. */
const NAMESPACE = 'eip155'

/**
 * Whether a wallet can sign in while it connects: only where {@link NAMESPACE} alone is asked for.
 */
export const canSignIn = (
  { signIn }: Pick<ConnectRequest, 'signIn'>,
  asked: AskedNamespaces,
): boolean => !!signIn && Object.keys(asked).join() === NAMESPACE

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** @throws `wallet.connect_failed` where the message lacks fields that the protocol needs */
export function toSignIn(
  { signIn }: Pick<ConnectRequest, 'signIn'>,
  asked: AskedNamespaces,
): SignIn & Record<string, unknown> {
  const { domain, uri, nonce, statement, expirationTime, notBefore, resources } =
    signIn?.message ?? {}
  const [host, about, once] = [textOf(domain), textOf(uri), textOf(nonce)]
  if (!host || !about || !once)
    throw new LatchkeyError(
      'wallet.connect_failed',
      'The sign-in message needs domain, uri and nonce.',
      { context: {} },
    )
  const mine = asked[NAMESPACE]!
  return {
    chains: [...mine.chains],
    methods: [...mine.methods],
    domain: host,
    uri: about,
    nonce: once,
    ...(textOf(statement) !== undefined && { statement: textOf(statement)! }),
    ...(textOf(expirationTime) !== undefined && { exp: textOf(expirationTime) }),
    ...(textOf(notBefore) !== undefined && { nbf: textOf(notBefore) }),
    ...(Array.isArray(resources) && { resources }),
  }
}

/** Hands the signed message over. The plugin that asked for it verifies it. */
export function fulfil(
  signIn: SignInRequest,
  signed: readonly Signed[],
  { scopes }: Pick<Connection, 'scopes'>,
): void {
  for (const { iss, message, signature, cacao } of signed) {
    const { address, network } = parseCaip10(iss.replace(/^did:pkh:/, ''))
    const account = scopes[NAMESPACE]?.accounts.find(
      (each: Account) => each.address.toLowerCase() === address.toLowerCase(),
    )
    if (account) return signIn.fulfil({ account, network, message, signature, cacao })
  }
}
