import { LatchkeyError, namespaceOf } from '@latchkey/plugin-api'
import { badMessage } from '../errors.js'
import type { SiwxMessage } from '../types.js'
import { parseMessage } from './parse.js'
import { profileOf } from './profiles.js'
import { differenceOf } from './same.js'

/** A line with its label, where there is something to say. */
const line = (label: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [`${label}: ${value}`]

/**
 * The text to be signed, as the namespace of `chainId` writes it. What it gives, `parseMessage` reads as the same fields.
 * @throws `siwx.bad_message` where a field has not the form that the grammar wants, a line break in it for example; `siwx.namespace_unsupported`
 * @example formatMessage({ domain: location.host, accountAddress, chainId: 'eip155:1', uri: location.origin, version: '1', nonce: randomNonce(), issuedAt: new Date().toISOString() })
 */
export function formatMessage(message: SiwxMessage): string {
  const { scheme, domain, accountAddress, chainId, statement, resources } = message
  if (typeof chainId !== 'string') throw badMessage('chainId', 'a CAIP-2 id')
  const namespace = namespaceOf(chainId)
  const { name, compact, writeChain } = profileOf(namespace)
  const text = [
    `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your ${name} account:`,
    accountAddress,
    '',
    ...(statement === undefined ? (compact ? [] : ['']) : [statement, '']),
    ...line('URI', message.uri),
    ...line('Version', message.version),
    ...line('Chain ID', writeChain(chainId.slice(namespace.length + 1))),
    ...line('Nonce', message.nonce),
    ...line('Issued At', message.issuedAt),
    ...line('Expiration Time', message.expirationTime),
    ...line('Not Before', message.notBefore),
    ...line('Request ID', message.requestId),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
  const field = differenceOf(message, parseMessage(text, namespace))
  if (field)
    throw new LatchkeyError(
      'siwx.bad_message',
      `This cannot be written as a sign-in message: read again, ${field} would be another.`,
      { context: { field } },
    )
  return text
}
