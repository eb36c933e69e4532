/** English texts of the approval of grants. */
export const en = {
  'grant.title': 'Let the website act for you',
  'grant.endTitle': 'Take back what a website may do for you',
  'grant.atMost': 'Leaves your account at most',
  'grant.number': 'Permission',
  'grant.who': 'Who may act',
  'grant.may': 'May',
  'grant.total': 'Send up to {amount} in all, to anybody.',
  'grant.period':
    'Send up to {amount} in each period of {period}, to anybody. The first one begins on {start}. What is left of one is not carried over.',
  'grant.stream':
    'Send {initial} at first and {perSecond} more each second, from {start} on, and at most {maximum} in all, to anybody.',
  'grant.calls': 'Call each of these functions of each of these contracts, without sending coins.',
  'grant.callsWithCoins':
    'Call each of these functions of each of these contracts, with at most {amount} each time.',
  'grant.token': 'Token contract',
  'grant.tokenName': '{token}, which calls itself “{name}”. Nobody has checked that name.',
  'grant.contract': 'Contract',
  'grant.function': 'Function',
  'grant.often': 'How often',
  'grant.times': 'At most {count}×',
  'grant.anyTimes': 'As often as the amounts allow',
  'grant.from': 'Not before',
  'grant.until': 'Until',
  'grant.says': 'The website says',
  'grant.alone':
    'They can do all of this without asking you again. They can pass this on to others, within the same limits.',
  'grant.notCounted': 'What these contracts take by themselves is not in this amount.',
  'grant.units': 'This token does not say its decimals. The amount is in its smallest unit.',
  'grant.danger': 'Danger',
  'grant.moves-tokens': 'This function can move your tokens or collectibles, in any amount.',
  'grant.approves-tokens': 'This function can let somebody else spend your tokens.',
  'grant.is-token': 'This contract is a token: its functions decide over what you hold of it.',
  'grant.runs-anything': 'This function runs whatever the one who calls it chooses.',
  'grant.changes-owner': 'This function can hand over a contract or rights in it.',
  'grant.no-contract': 'There is no contract at this address now. Anybody may put one there later.',
  'grant.lower': 'Allow less',
  'grant.amount': 'Amount at most in all ({symbol})',
  'grant.count': 'Number of times at most',
  'grant.end': 'Ends at the latest on',
  'grant.use': 'Use these limits',
  'grant.onlyLower':
    'Each limit must be above 0 (the amount of a call may be 0) and no higher than what is asked for, and the end must lie ahead.',
  'grant.by': 'Asked for by',
  'grant.unknown-function':
    'What this function does is not known. It may move what your account holds there.',
  'grant.amountPeriod': 'Amount at most in each period of {period} ({symbol})',
  'grant.amountCall': 'Amount at most in each call ({symbol})',
} as const

/** Every text of the approval of grants by its key. */
export type GrantTexts = { readonly [Key in keyof typeof en]: string }
