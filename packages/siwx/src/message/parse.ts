import type { Caip2 } from '@latchkey/plugin-api'
import { badMessage } from '../errors.js'
import type { SiwxMessage } from '../types.js'
import { AUTHORITY, NONCE, REQUEST_ID, SCHEME_RULE, STATEMENT, URI } from './grammar.js'
import { profileOf, type Profile } from './profiles.js'
import { timeOf } from './time.js'

/** Longest message in characters. Those with permissions of many methods (EIP-5573) have some thousands. */
const MOST_TEXT = 16_384

/** Reads one line after the other. */
class Lines {
  private at = 0
  constructor(private readonly lines: readonly string[]) {}

  peek = (ahead = 0): string | undefined => this.lines[this.at + ahead]
  next = (): string => this.lines[this.at++] ?? ''
  /** What follows the label, where the next line begins with it. */
  labelled(label: string): string | undefined {
    return this.peek()?.startsWith(label) ? this.next().slice(label.length) : undefined
  }
}

/** A field that is as the rule wants it. */
function demand(
  field: string,
  value: string | undefined,
  isRight: (text: string) => boolean,
  expected: string,
): string {
  if (value === undefined || !isRight(value)) throw badMessage(field, expected)
  return value
}
const DATE = 'an RFC 3339 date-time that exists'
const isTime = (text: string): boolean => timeOf(text) !== undefined

function readHeader(
  line: string,
  { name, scheme: mayHaveScheme }: Profile,
): Pick<SiwxMessage, 'scheme' | 'domain'> {
  const end = ` wants you to sign in with your ${name} account:`
  if (!line.endsWith(end)) throw badMessage('header', `"domain${end}" in the first line`)
  const origin = line.slice(0, -end.length)
  const at = mayHaveScheme ? origin.indexOf('://') : -1
  const domain = demand(
    'domain',
    at < 0 ? origin : origin.slice(at + 3),
    (text) => AUTHORITY.test(text),
    'an RFC 3986 authority',
  )
  return at < 0
    ? { domain }
    : {
        scheme: demand(
          'scheme',
          origin.slice(0, at),
          (text) => SCHEME_RULE.test(text),
          'an RFC 3986 scheme',
        ),
        domain,
      }
}

function readStatement(lines: Lines, { compact }: Profile): string | undefined {
  const blank = (): string =>
    demand('statement', lines.next(), (line) => line === '', 'an empty line around the statement')
  blank()
  // Without statement: EIP-4361 has a second empty line, SIWS goes on with the fields.
  const isMissing = compact ? lines.peek(1) !== '' : lines.peek() === '' && lines.peek(1) !== ''
  if (isMissing) {
    if (!compact) blank()
    return undefined
  }
  const statement = demand(
    'statement',
    lines.next(),
    (text) => STATEMENT.test(text) && !(compact && text === ''),
    'one line of letters, digits, spaces and the marks that RFC 3986 knows',
  )
  blank()
  return statement
}

function readResources(lines: Lines): string[] | undefined {
  if (lines.peek() !== 'Resources:') return undefined
  lines.next()
  const resources: string[] = []
  while (lines.peek() !== undefined)
    resources.push(
      demand(
        'resources',
        lines.labelled('- '),
        (text) => URI.test(text),
        'an RFC 3986 URI after "- " in each line',
      ),
    )
  return resources
}

function readOptional(
  lines: Lines,
): Pick<SiwxMessage, 'expirationTime' | 'notBefore' | 'requestId' | 'resources'> {
  const take = (
    label: string,
    field: string,
    isRight: (text: string) => boolean,
    expected: string,
  ): string | undefined => {
    const value = lines.labelled(label)
    return value === undefined ? undefined : demand(field, value, isRight, expected)
  }
  const expirationTime = take('Expiration Time: ', 'expirationTime', isTime, DATE)
  const notBefore = take('Not Before: ', 'notBefore', isTime, DATE)
  const requestId = take(
    'Request ID: ',
    'requestId',
    (text) => REQUEST_ID.test(text),
    'characters of an RFC 3986 path segment',
  )
  const resources = readResources(lines)
  return {
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources && { resources }),
  }
}

/**
 * The fields of a signed text, read by the strict grammar of its namespace: EIP-4361, SIWS, or one of `docs/siwx-profiles.md`.
 * Costs time in proportion to the text, which has 16,384 characters at most.
 * @throws `siwx.bad_message` for any other text, also where SIWS would do without one of URI, version, chain, nonce and time; `siwx.namespace_unsupported`
 * @example parseMessage(text, 'eip155').accountAddress
 */
export function parseMessage(text: string, namespace: string): SiwxMessage {
  const profile = profileOf(namespace)
  if (typeof text !== 'string' || text.length > MOST_TEXT || !/^[\n\x20-\x7e]*$/.test(text))
    throw badMessage(
      'message',
      `text of at most ${MOST_TEXT} characters of ASCII, without control characters but line feeds`,
    )
  const lines = new Lines(text.split('\n'))
  const header = readHeader(lines.next(), profile)
  const accountAddress = demand(
    'accountAddress',
    lines.next(),
    profile.isAddress,
    `an address of ${profile.name}, in its own spelling`,
  )
  const statement = readStatement(lines, profile)
  const uri = demand(
    'uri',
    lines.labelled('URI: '),
    (value) => URI.test(value),
    'an RFC 3986 URI after "URI: "',
  )
  const version = demand(
    'version',
    lines.labelled('Version: '),
    (value) => value === '1',
    '1 after "Version: "',
  )
  const reference = profile.readChain(lines.labelled('Chain ID: ') ?? '')
  if (reference === undefined)
    throw badMessage('chainId', `a chain of ${profile.name} after "Chain ID: "`)
  const chainId: Caip2 = `${namespace}:${reference}`
  const nonce = demand(
    'nonce',
    lines.labelled('Nonce: '),
    (value) => NONCE.test(value),
    'at least 8 letters and digits after "Nonce: "',
  )
  const issuedAt = demand(
    'issuedAt',
    lines.labelled('Issued At: '),
    isTime,
    `${DATE} after "Issued At: "`,
  )
  const optional = readOptional(lines)
  if (lines.peek() !== undefined)
    throw badMessage('message', 'nothing after the last field, and the fields in their order')
  return {
    ...header,
    accountAddress,
    chainId,
    uri,
    version,
    nonce,
    issuedAt,
    ...(statement !== undefined && { statement }),
    ...optional,
  }
}
