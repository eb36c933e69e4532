/** English texts of the frame. */
export const en = {
  'approve.site': 'Website',
  'approve.name': 'Calls itself',
  'approve.account': 'Account',
  'approve.network': 'Network',
  'approve.fee': 'Network fee at most',
  'approve.missing': 'Missing',
  'approve.approve': 'Approve',
  'approve.reject': 'Reject',
  'approve.unreadable': 'Unreadable request',
  'approve.incomplete':
    'This request could not be read in full. Approve it only if you trust the website.',
  'approve.raw': 'Everything that is signed',
  'approve.wait': 'The button works once the whole card has been visible for a moment.',
  'approve.scroll': 'Scroll to the end to approve.',
  'approve.signing': 'Signing…',
  'approve.window': 'Review in a window',
  'approve.windowWhy':
    'This browser cannot show whether something covers this request. Read it in a window of its own.',
  'approve.windowOpen': 'Finish in the window that has opened.',
  'approve.blocked': 'The window was blocked. Allow it, then try again.',
  'approve.retry': 'Check again',
  'approve.close': 'Close',
  'approve.outcome': 'What happens',
  'approve.leaves': 'Leaves your account',
  'approve.arrives': 'Arrives in your account',
  'approve.nothing': 'Nothing leaves or arrives apart from the fee.',
  'approve.partly': 'This network could not show all that moves.',
  'approve.wouldFail': 'This would fail. The network fee would be lost.',
  'approve.lacks': 'The account does not have enough for this.',
  'approve.changed': 'Something has changed since. Read it once more.',
  'approve.sameNumber':
    'An earlier signed transaction has the same number. Only one of the two will be carried out.',
  'approve.bothAccounts':
    'This does not name your account. Your signature counts for both of your addresses, the standard account and the smart account.',
  'node.network': 'The network does not answer. Try again.',
  'node.network_busy': 'The network has too much to do. Try again in a moment.',
  'node.transaction_replaced': 'Another transaction of this account took its place.',
  'node.transaction_underpriced':
    'The fee is too low: the network asks for more by now, or another transaction waits in its place.',
  'node.insufficient_funds': 'The account does not have enough for the amount and the network fee.',
  'node.transaction_expired': 'The transaction is too old. The website must ask again.',
  'node.transaction_unknown':
    'The transaction was signed, and the network did not say whether it has it. It may still be carried out.',
  'approve.notKept':
    'This browser stores nothing now. After a reload it will not know this operation: do not send it twice.',
  'approve.payer': 'Paid by',
  'approve.payerAccount': 'Your account',
  'node.bundler':
    'Nobody takes operations of smart accounts on this network now. Use your standard account, or try again later.',
  'node.bundler_refused':
    'The operation was refused. It may still be carried out, until another one of your account is.',
  'node.earlier_carried_out':
    'An earlier operation of your account was carried out in place of this one. Look at it before you try again.',
  'node.operation_pending':
    'The operation was sent and is in no block yet. It may still be carried out.',
  'node.operation_failed': 'The operation failed. The network fee was paid.',
  'node.operation_replaced': 'Another operation of your account took its place.',
  'node.gas_beyond_bounds': 'The operation would cost more than is allowed.',
  'node.paymaster_refused':
    'The service that pays for operations gave an answer that is not allowed.',
  'recovery.choose': 'Choose how to recover your wallet',
  'recovery.why':
    'If this browser forgets your wallet, only this opens it again. Nobody can reset it.',
  'recovery.passkey': 'Use a passkey',
  'recovery.password': 'Use a password',
  'recovery.kit': 'Keep a recovery kit',
  'recovery.newPassword': 'Password of 10 characters or more',
  'recovery.showPassword': 'Show the password',
  'recovery.kitKeep': 'Keep this kit where only you find it. It is shown once.',
  'recovery.kitKept': 'I have kept it',
  'recovery.open': 'Open your wallet',
  'recovery.openWhy': 'This browser does not have your wallet yet.',
  'recovery.enterPassword': 'Your password',
  'recovery.enterKit': 'Your recovery kit',
  'recovery.continue': 'Continue',
  'frame.working': 'One moment…',
  'frame.offline': 'You are offline. This goes on when you are back.',
  'frame.failed': 'That did not work. Try again.',
  'approve.unused': 'You have changed a limit. Press “Use these limits” before you approve.',
  'node.grant_refused': 'This permission cannot be granted any more. The website must ask again.',
  'approve.grantNotKept':
    'This browser stores nothing now. After a reload this wallet does not list the permission any more.',
} as const

/** Every text of the frame by its key. */
export type Texts = { readonly [Key in keyof typeof en]: string }
