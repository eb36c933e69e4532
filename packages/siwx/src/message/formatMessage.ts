import { LatchkeyError, namespaceOf } from '@latchkey/plugin-api'
import { badMessage } from '../errors.js'
import { familyOf } from '../family/familyOf.js'
import type { SignInFamilies, SiwxMessage } from '../types.js'
import { differenceOf } from './differenceOf.js'
import { parseMessage } from './parseMessage.js'

/** A line with its label; nothing where there is no value. */
const line = (label: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [`${label}: ${value}`]

/**
 * Writes the text to be signed, as the chain family of `chainId` writes it (CAIP-122, EIP-4361).
 * `parseMessage` reads the same fields from it again; a message of which it would not is refused.
 * @param families - chain families beside the five that this package has
 * @throws `siwx.bad_message` where a field breaks the grammar, by a line break for example;
 * `siwx.namespace_unsupported`
 * @example formatMessage({ domain: location.host, accountAddress, chainId: 'eip155:1', uri:
 * location.origin, version: '1', nonce: randomNonce(), issuedAt: new Date().toISOString() })
 */
export function formatMessage(message: SiwxMessage, families?: SignInFamilies): string {
  const { scheme, domain, accountAddress, chainId, statement, resources } = message
  if (typeof chainId !== 'string') throw badMessage('chainId', 'a CAIP-2 id')
  const namespace = namespaceOf(chainId)
  const { name, compact = false, writeChain } = familyOf(namespace, families).profile
  const reference = chainId.slice(namespace.length + 1)
  const text = [
    `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your ${name} account:`,
    accountAddress,
    '',
    ...(statement === undefined ? (compact ? [] : ['']) : [statement, '']),
    ...line('URI', message.uri),
    ...line('Version', message.version),
    ...line('Chain ID', writeChain ? writeChain(reference) : reference),
    ...line('Nonce', message.nonce),
    ...line('Issued At', message.issuedAt),
    ...line('Expiration Time', message.expirationTime),
    ...line('Not Before', message.notBefore),
    ...line('Request ID', message.requestId),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
  const field = differenceOf(message, parseMessage(text, namespace, families))
  if (field)
    throw new LatchkeyError(
      'siwx.bad_message',
      `This cannot be written as a sign-in message: ${field} would be read back as another value.`,
      { context: { field } },
    )
  return text
}
