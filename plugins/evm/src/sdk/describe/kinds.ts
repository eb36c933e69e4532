import { isNobody } from './rows.js'

/** A struct of EIP-712: its name, and the types of its fields by name. */
export interface Struct {
  readonly name: string
  readonly fields: ReadonlyMap<string, string>
}
/**
 * The effect of a signature. The fields of a struct decide it more than the names, because a hostile
 * contract can choose its own names.
 */
export interface Kind {
  title: string
  /** Shown at the fields that `at` matches, else at the name of the struct. */
  warning?: string
  at?: RegExp
  /** A permission for somebody: each of its numbers may be an amount. */
  isPermission?: boolean
  /** An offer: its price and the receiver of the price matter. */
  isOffer?: boolean
  /**
   * A transaction whose addresses are written as numbers: its fields do not show all that it does.
   */
  isTransaction?: boolean
}
/** @param isForeign whether a field of this name is for somebody other than the signer */
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

/** The first rule that fits a struct counts. */
const RULES: readonly Rule[] = [
  // Accounts on zkSync sign their transactions as EIP-712.
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
  // Accounts of Farcaster, Hyperliquid and the like.
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
  // A hash without fields that say what it stands for: trees of orders, agents of an exchange,
  // wrapped messages.
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
/** Titles, the most dangerous first: that one is the headline. */
const BY_DANGER = [
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

/**
 * Finds the effects of these structs, the most dangerous first. A struct that calls itself a
 * cancellation is judged by its fields alone. An empty list: none of the structs is known to move
 * money or permissions.
 */
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
    (one, other) => BY_DANGER.indexOf(one.title) - BY_DANGER.indexOf(other.title),
  )
}

/** Fields with the price of an offer. */
export const PRICE =
  /^(price|takerAmount|taker(Asset|Token)Amount|takingAmount|buyAmount|minPrice|erc20TokenAmount|minReturn(Amount)?|endAmount|startAmount)$/i
/** Whether a field is a hash of hidden content. Zeros are not. */
export const isHashOnly = (field: string, type: string, value: string): boolean =>
  type === 'bytes32' && (HASH.test(field) || field === 'appData') && !/^0x0*$/.test(value)
/** Whether a contract may read these bytes as a call, whose effect is not known here. */
export const isCall = (type: string, value: string): boolean =>
  type === 'bytes' && value.length >= 10
/** Whether a field is the receiver of an offer's price. */
export const isReceiver = (field: string, type: string, value: string): boolean =>
  type === 'address' &&
  /^(receiver|recipient|makerReceiver|payTo)$/i.test(field) &&
  !isNobody(value)
/** Whether a field names somebody: an address, or a key by its name. */
export const isSomebody = (field: string, type: string, value: string): boolean =>
  (/^0x[0-9a-fA-F]{40}$/.test(value) && !isNobody(value)) ||
  (/^(bytes\d*|string)$/.test(type) && /(signer|key)s?$/i.test(field))
