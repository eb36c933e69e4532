import type { Caip2, SignInProfile } from '@latchkey/plugin-api'
import { badMessage } from '../errors.js'
import { familyOf } from '../family/familyOf.js'
import type { SignInFamilies, SiwxMessage } from '../types.js'
import { AUTHORITY, NONCE, REQUEST_ID, SCHEME_RULE, STATEMENT, URI } from './grammar.js'
import { timeOf } from './time.js'

/**
 * The longest message in characters. Messages with permissions of many methods (EIP-5573) have some
 * thousands.
 */
const MAX_TEXT_LENGTH = 16_384

/** Reads one line after the other. */
class Lines {
  private at = 0
  constructor(private readonly lines: readonly string[]) {}

  peek = (ahead = 0): string | undefined => this.lines[this.at + ahead]
  next = (): string => this.lines[this.at++] ?? ''
  /** The rest of the next line, where it begins with the label. */
  labelled(label: string): string | undefined {
    return this.peek()?.startsWith(label) ? this.next().slice(label.length) : undefined
  }
}

/**
 * The value of a field.
 * @throws `siwx.bad_message` where it is missing or breaks the rule
 */
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
  { name, scheme: mayHaveScheme = false }: SignInProfile,
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

function readStatement(lines: Lines, { compact = false }: SignInProfile): string | undefined {
  const blank = (): string =>
    demand('statement', lines.next(), (line) => line === '', 'an empty line around the statement')
  blank()
  // Without a statement EIP-4361 has a second empty line; SIWS goes on with the fields.
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

/** The grammar of CAIP-2, for families that have no rule of their own. */
const isReference = (text: string): boolean => /^[-_a-zA-Z0-9]{1,32}$/.test(text)
const readReference = (text: string, { readChain }: SignInProfile): string | undefined => {
  const reference = readChain ? readChain(text) : text
  return reference !== undefined && isReference(reference) ? reference : undefined
}

/**
 * Reads the fields of a signed text by the strict grammar of its chain family: EIP-4361, SIWS, or
 * one of `docs/siwx-profiles.md`. The time that it takes grows linearly with the text, which has
 * 16,384 characters at most.
 * @param families - chain families beside the five that this package has
 * @throws `siwx.bad_message` for any other text, also where SIWS would allow URI, version, chain,
 * nonce or time to be missing; `siwx.namespace_unsupported`
 * @example parseMessage(text, 'eip155').accountAddress
 */
// eslint-disable-next-line max-lines-per-function -- the lines of a message from top to bottom
export function parseMessage(
  text: string,
  namespace: string,
  families?: SignInFamilies,
): SiwxMessage {
  const { profile } = familyOf(namespace, families)
  if (typeof text !== 'string' || text.length > MAX_TEXT_LENGTH || !/^[\n\x20-\x7e]*$/.test(text))
    throw badMessage(
      'message',
      `text of at most ${MAX_TEXT_LENGTH} characters of ASCII, without control characters but line feeds`,
    )
  const lines = new Lines(text.split('\n'))
  const header = readHeader(lines.next(), profile)
  const accountAddress = demand(
    'accountAddress',
    lines.next(),
    (address) => profile.isAddress(address),
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
  const reference = readReference(lines.labelled('Chain ID: ') ?? '', profile)
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
