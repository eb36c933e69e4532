import { isNobody } from './rows.js'

/** A struct of EIP-712: its name, and the types of its fields by their names. */
export interface Struct {
  readonly name: string
  readonly fields: ReadonlyMap<string, string>
}
/** What a signature does, judged by what its struct has rather than by what it is called: whoever asks chooses the names of a contract of their own. */
export interface Kind {
  title: string
  /** Stands at the field that it names, or at the kind of data. */
  warning?: string
  at?: RegExp
  /** A permission to somebody: each number in it may be an amount. */
  isPermission?: boolean
  /** An offer: what is asked for it, and who gets that, counts. */
  isOffer?: boolean
  /** A transaction whose addresses are written as numbers: what it does is not all in the fields. */
  isTransaction?: boolean
}
/** @param isForeign whether a field of this name stands for somebody else than who signs */
type Rule = Kind & { when(struct: Struct, isForeign: (field: string) => boolean): boolean }

const SPENDER = /^spender$/i
const OPERATOR =
  /^(operator|delegate|agent(Address)?|manager|authorized|sessionKey|grantee|builder|proxy|handler|module|delegatedExecutors?)$/i
const FROM = /^_?(from|sender|owner|holder|src|source|account|user|signer|payer)$/i
const TO = /^_?(to|recipient|receiver|dst|destination|payee)$/i
const AMOUNT = /^_?(value|amount|amounts|wad|quantity|tokenIds?|ids?)$/i
const CALL =
  /^_?((call|exec(ution)?)?_?data|callData|execution(Calldata)?|function(Signature|Data|Call)|payload|calls?|transactions|ops|actions)$/i
const PERSON = /^(address|bytes32$|string$)/
const SIGNER = /^(\w*_)?(new|linked|session|authorized)?signers?$/i
const NEW_OWNER = /^_?(new_?(owner|admin|custody)|(new_?)?recovery(_?address)?)$/i
const HASH = /(hash|root|digest|connectionId)$/i

const named = ({ fields }: Struct, name: RegExp, type?: RegExp): boolean =>
  [...fields].some(([key, of]) => name.test(key) && (!type || type.test(of)))
const ADDRESS = /^address/
const BOOL = /^bool$/
const UINT = /^uint/
const BYTES = /^bytes(\[\d*\])?$/

/** Of one struct the first that fits counts. */
const RULES: readonly Rule[] = [
  // zkSync signs the transactions of accounts as EIP-712.
  {
    title: 'signTransaction',
    warning: 'movesMoney',
    at: TO,
    isTransaction: true,
    when: (struct) =>
      named(struct, TO, UINT) &&
      (struct.fields.has('txType') || (named(struct, FROM, UINT) && named(struct, CALL, BYTES))),
  },
  {
    title: 'safeTransaction',
    warning: 'carriedOut',
    when: (struct) =>
      named(struct, /^operation$/, UINT) &&
      named(struct, TO, ADDRESS) &&
      named(struct, CALL, BYTES),
  },
  {
    title: 'permit',
    warning: 'canSpend',
    at: SPENDER,
    isPermission: true,
    when: (struct) => named(struct, SPENDER, ADDRESS),
  },
  {
    title: 'order',
    warning: 'offered',
    isOffer: true,
    when: (struct) =>
      /(order|offer|bid|listing|auction|trade|swap|quote)(s|components|parameters|v\d+)?$/i.test(
        struct.name,
      ) ||
      /^(Maker|Taker)/.test(struct.name) ||
      [
        ['offer', 'consideration'],
        ['maker', 'taker'],
        ['makerAsset', 'takerAsset'],
        ['makerToken', 'takerToken'],
        ['sellToken', 'buyToken'],
        ['inputToken', 'outputToken'],
      ].some((pair) => pair.every((field) => struct.fields.has(field))),
  },
  {
    title: 'permitAll',
    warning: 'canSpend',
    at: OPERATOR,
    isPermission: true,
    when: (struct) =>
      /permit|approv/i.test(struct.name) &&
      named(struct, OPERATOR, ADDRESS) &&
      named(struct, /./, BOOL),
  },
  {
    title: 'metaTransaction',
    warning: 'callInside',
    at: CALL,
    when: (struct) =>
      /(^|:)(packed)?UserOp(eration)?$|^(ForwardRequest|MetaTransaction)/i.test(struct.name) ||
      (named(struct, CALL, /^bytes|\[\d*\]$/) && named(struct, /./, ADDRESS)) ||
      named(struct, CALL, /^(.*call.*|.*transaction.*)\[\d*\]$/i),
  },
  {
    title: 'borrow',
    warning: 'debt',
    at: /^delegatee$/i,
    isPermission: true,
    when: (struct) =>
      named(struct, /^delegatee$/i, ADDRESS) && named(struct, /^(value|amount)$/i, UINT),
  },
  // Accounts of Farcaster and Hyperliquid, and their like.
  {
    title: 'handOver',
    warning: 'canAct',
    at: new RegExp(`${TO.source}|${NEW_OWNER.source}|^signers$`, 'i'),
    when: (struct) =>
      /(^|:)((change|set|update|transfer)\w*(recovery|owner|admin|custody)|convertTo\w*multisig)/i.test(
        struct.name,
      ) ||
      named(struct, NEW_OWNER, PERSON) ||
      (/(^|:)transfer/i.test(struct.name) && named(struct, TO, ADDRESS) && !named(struct, AMOUNT)),
  },
  {
    title: 'delegateVotes',
    warning: 'votes',
    at: /^delegatee$/i,
    when: (struct) => named(struct, /^delegatee$/i, ADDRESS),
  },
  {
    title: 'actForYou',
    warning: 'canAct',
    at: new RegExp(`${OPERATOR.source}|${SIGNER.source}|key$`, 'i'),
    isPermission: true,
    when: (struct, isForeign) =>
      named(struct, OPERATOR, ADDRESS) ||
      [...struct.fields].some(
        ([field, type]) => SIGNER.test(field) && PERSON.test(type) && isForeign(field),
      ) ||
      /(^|:)((link|add|set|register|authori[sz]e|enable)\w*(signer|key|agent|executor|operator|delegate)|approve(agent|builder|all)|(token)?delegat|authorization$|sessionkey|grant|setapproval)|delegatedExecutors/i.test(
        struct.name,
      ),
  },
  {
    title: 'transferBySignature',
    warning: 'movesMoney',
    at: TO,
    when: (struct) =>
      /(^|:)((transfer|receive)With|usdSend|usdClassTransfer|spotSend|sendAsset|withdraw)/i.test(
        struct.name,
      ) ||
      (named(struct, TO, ADDRESS) &&
        named(struct, AMOUNT, UINT) &&
        (named(struct, FROM, ADDRESS) || /(^|:)transfer/i.test(struct.name))),
  },
  {
    title: 'permit',
    warning: 'canSpend',
    isPermission: true,
    when: ({ name }) => /^permit/i.test(name),
  },
  // A hash with nothing beside it that says what it stands for: trees of orders, agents of an exchange, wrapped messages.
  {
    title: 'blindSign',
    when({ fields }) {
      const isHash = ([key, type]: readonly [string, string]): boolean =>
        type === 'bytes32' && HASH.test(key)
      const all = [...fields]
      return (
        all.length > 0 &&
        (all.every(([, type]) => type === 'bytes') ||
          (all.some(isHash) &&
            all.every((each) => isHash(each) || each[1] === 'bytes' || each[1] === 'string')))
      )
    },
  },
]

const CANCEL: Kind = { title: 'cancelSignature', warning: 'voids' }
/** The worst first: it has the headline. */
const GRAVITY = [
  'handOver',
  'safeTransaction',
  'signTransaction',
  'metaTransaction',
  'actForYou',
  'permitAll',
  'permit',
  'borrow',
  'order',
  'transferBySignature',
  'delegateVotes',
  'blindSign',
  'cancelSignature',
]

/** What these structs do, the worst first. What calls itself a cancellation is judged by its fields alone. Nothing: none of them is known to move money or permissions. */
export function kindsOf(
  structs: readonly Struct[],
  isForeign: (field: string) => boolean,
): readonly Kind[] {
  const found = structs.flatMap((struct): readonly Kind[] => {
    const isCancel = /(^|:)(cancel|revoke)/i.test(struct.name)
    const judged = isCancel ? { ...struct, name: '' } : struct
    const kind: Kind | undefined =
      RULES.find(({ when }) => when(judged, isForeign)) ?? (isCancel ? CANCEL : undefined)
    return kind ? [kind] : []
  })
  return [...new Set(found)].sort(
    (one, other) => GRAVITY.indexOf(one.title) - GRAVITY.indexOf(other.title),
  )
}

/** What is asked for an offer. */
export const PRICE =
  /^(price|takerAmount|taker(Asset|Token)Amount|takingAmount|buyAmount|minPrice|erc20TokenAmount|minReturn(Amount)?|endAmount|startAmount)$/i
/** Bytes that stand for something else. Nothing but zeros stands for nothing. */
export const isHashOnly = (field: string, type: string, value: string): boolean =>
  type === 'bytes32' && (HASH.test(field) || field === 'appData') && !/^0x0*$/.test(value)
/** Bytes that a contract may read as a call: what they do is the contract's affair. */
export const isCall = (type: string, value: string): boolean =>
  type === 'bytes' && value.length >= 10
/** Where what is paid for an offer goes. */
export const isReceiver = (field: string, type: string, value: string): boolean =>
  type === 'address' &&
  /^(receiver|recipient|makerReceiver|payTo)$/i.test(field) &&
  !isNobody(value)
/** Whoever else an unknown message may be about: an address, or a key by its name. */
export const isSomebody = (field: string, type: string, value: string): boolean =>
  (/^0x[0-9a-fA-F]{40}$/.test(value) && !isNobody(value)) ||
  (/^(bytes\d*|string)$/.test(type) && /(signer|key)s?$/i.test(field))
