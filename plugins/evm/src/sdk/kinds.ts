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
}
type Rule = Kind & { when(struct: Struct): boolean }

const SPENDER = /^spender$/i
const OPERATOR = /^(operator|delegate|agent(Address)?|manager|authorized|sessionKey|grantee|builder|proxy|handler|module)$/i
const FROM = /^_?(from|sender|owner|holder|src|source|account|user|signer|payer)$/i
const TO = /^_?(to|recipient|receiver|dst|destination|payee)$/i
const AMOUNT = /^_?(value|amount|amounts|wad|quantity|tokenIds?|ids?)$/i
const CALL = /^_?((call|exec(ution)?)?_?data|callData|execution(Calldata)?|function(Signature|Data|Call)|payload|calls?|transactions|ops|actions)$/i
const HASH = /(hash|root|digest|connectionId)$/i

const named = ({ fields }: Struct, name: RegExp, type?: RegExp): boolean => [...fields].some(([key, of]) => name.test(key) && (!type || type.test(of)))
const ADDRESS = /^address/
const BOOL = /^bool$/
const UINT = /^uint/
const BYTES = /^bytes(\[\d*\])?$/

/** The first that fits counts; what is worse stands before what is alike. */
const RULES: readonly Rule[] = [
  { title: 'safeTransaction', warning: 'carriedOut', when: (struct) => named(struct, /^operation$/, UINT) && named(struct, TO, ADDRESS) && named(struct, CALL, BYTES) },
  { title: 'cancelSignature', warning: 'voids', when: ({ name }) => /(^|:)(cancel|revoke)/i.test(name) },
  { title: 'permit', warning: 'canSpend', at: SPENDER, isPermission: true, when: (struct) => named(struct, SPENDER, ADDRESS) },
  {
    title: 'order', warning: 'offered', isOffer: true,
    when: (struct) => /(order|offer|bid|listing|auction|trade|swap|quote)(s|components|parameters|v\d+)?$/i.test(struct.name) || /^(Maker|Taker)/.test(struct.name) || [['offer', 'consideration'], ['maker', 'taker'], ['makerAsset', 'takerAsset'], ['makerToken', 'takerToken'], ['sellToken', 'buyToken'], ['inputToken', 'outputToken']].some((pair) => pair.every((field) => struct.fields.has(field))),
  },
  { title: 'permitAll', warning: 'canSpend', at: OPERATOR, isPermission: true, when: (struct) => /permit|approv/i.test(struct.name) && named(struct, OPERATOR, ADDRESS) && named(struct, /./, BOOL) },
  { title: 'metaTransaction', warning: 'callInside', at: CALL, when: (struct) => /(^|:)(packed)?UserOp(eration)?$|^(ForwardRequest|MetaTransaction)/i.test(struct.name) || (named(struct, CALL, /^bytes|\[\d*\]$/) && named(struct, /./, ADDRESS)) || named(struct, CALL, /^(.*call.*|.*transaction.*)\[\d*\]$/i) },
  { title: 'borrow', warning: 'debt', at: /^delegatee$/i, isPermission: true, when: (struct) => named(struct, /^delegatee$/i, ADDRESS) && named(struct, /^(value|amount)$/i, UINT) },
  { title: 'delegateVotes', warning: 'votes', at: /^delegatee$/i, when: (struct) => named(struct, /^delegatee$/i, ADDRESS) },
  { title: 'actForYou', warning: 'canAct', at: OPERATOR, isPermission: true, when: (struct) => named(struct, OPERATOR, ADDRESS) || /(^|:)(approve(agent|builder|all)|delegat|authorization$|sessionkey|grant|setapproval|setoperator)/i.test(struct.name) },
  { title: 'transferBySignature', warning: 'movesMoney', at: TO, when: (struct) => /(^|:)((transfer|receive)With|usdSend|usdClassTransfer|spotSend|sendAsset|withdraw)/i.test(struct.name) || (named(struct, TO, ADDRESS) && named(struct, AMOUNT, UINT) && named(struct, FROM, ADDRESS)) },
  { title: 'permit', warning: 'canSpend', isPermission: true, when: ({ name }) => /^permit/i.test(name) },
  // A hash with nothing beside it that says what it stands for: trees of orders, agents of an exchange, wrapped messages.
  {
    title: 'blindSign',
    when({ fields }) {
      const isHash = ([key, type]: readonly [string, string]): boolean => type === 'bytes32' && HASH.test(key)
      const all = [...fields]
      return all.length > 0 && (all.every(([, type]) => type === 'bytes') || (all.some(isHash) && all.every((each) => isHash(each) || each[1] === 'bytes' || each[1] === 'string')))
    },
  },
]

/** What the first of these structs does that does something. `undefined`: nothing that is known to move money or permissions. */
export const kindOf = (structs: readonly Struct[]): Kind | undefined => {
  for (const struct of structs) {
    const found = RULES.find(({ when }) => when(struct))
    if (found) return found
  }
  return undefined
}

/** What is asked for an offer. */
export const PRICE = /^(price|takerAmount|taker(Asset|Token)Amount|takingAmount|buyAmount|minPrice|erc20TokenAmount|minReturn(Amount)?|endAmount|startAmount)$/i
/** Bytes that stand for something else. Nothing but zeros stands for nothing. */
export const isHashOnly = (field: string, type: string, value: string): boolean => type === 'bytes32' && (HASH.test(field) || field === 'appData') && !/^0x0*$/.test(value)
/** Bytes that a contract may read as a call: what they do is the contract's affair. */
export const isCall = (type: string, value: string): boolean => type === 'bytes' && value.length >= 10
/** Where what is paid for an offer goes. */
export const isReceiver = (field: string, type: string, value: string): boolean => type === 'address' && /^(receiver|recipient|makerReceiver|payTo)$/i.test(field) && !isNobody(value)
