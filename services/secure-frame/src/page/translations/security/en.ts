/** English texts of the frame's own pages. */
export const en = {
  'security.title': 'Security of your wallet',
  'security.cancel': 'Cancel',
  'security.back': 'Back',
  'security.close': 'Close',
  'security.done': 'Done',
  'security.retry': 'Try again',
  'security.otherWay': 'Another way',
  'security.recovery': 'Recovery',
  'security.devices': 'Devices',
  'security.home': 'This browser',
  'security.words': 'Your 24 words',
  'security.everywhere': 'Sign out everywhere',
  'security.everywhereWhy': 'This ends the sign-in on all of your devices, on this one too.',
  'security.delete': 'Delete the account',
  'security.deleteWhy':
    'This deletes your account and what is kept of your wallet here. It cannot be undone.',
  'security.deleteWords':
    'What is in the wallet can then be reached with the 24 words alone. Export them first.',
  'security.deleteNow': 'Delete for good',
  'security.change': 'Change the recovery',
  'security.changeWhy':
    'After a change, the recovery of before opens nothing, and your other devices ask for the new one.',
  'security.takeOver': 'Take the wallet over',
  'security.takeOverWhy':
    'You can keep the recovery yourself. The share of this service is then deleted, and it can no longer help you.',
  'security.recoveryDone': 'The recovery is changed. The shares of before are deleted.',
  'recovery.kept.automatic': 'This service keeps your recovery.',
  'recovery.kept.passkey': 'You recover with a passkey.',
  'recovery.kept.password': 'You recover with a password.',
  'recovery.kept.kit': 'You recover with a kit.',
  'recovery.none': 'Your wallet has no recovery yet.',
  'recovery.kitSave': 'Save or print it',
  'recovery.kitFile': 'Save as a file',
  'recovery.kitPrint': 'Print',
  'recovery.other': 'Recover the wallet',
  'recovery.window': 'Look in a window',
  'confirm.title': 'Is it you?',
  'confirm.why': 'This needs a new sign-in. We send a code to {email}.',
  'confirm.send': 'Send the code',
  'confirm.sent': 'We have sent a code to {email}.',
  'confirm.code': 'Code of the mail',
  'confirm.again': 'Send another code',
  'confirm.whyProvider': 'This needs a new sign-in. A window of the provider opens.',
  'confirm.with': 'Sign in with {provider}',
  'devices.this': 'This device, last used {time}',
  'devices.seen': 'Last used {time}',
  'devices.remove': 'Remove the device',
  'devices.removeWhy':
    'It is signed out, and what it keeps of your wallet becomes worthless. Your other devices recover once.',
  'devices.recoveryFirst':
    'Your wallet has no recovery yet, and that device may hold the only share of it. So you choose a recovery first.',
  'devices.removed': 'The device is removed. The shares of before are deleted.',
  'home.storage': 'The share of this device is kept in this browser.',
  'home.unpartitioned': 'The share of this device is kept in this browser, for all websites.',
  'home.window': 'The share of this device is kept in this browser, in a window of this service.',
  'home.service':
    'This browser lets the frame keep nothing. This service keeps the share ' +
    'of this device, sealed by a cookie of this browser.',
  'home.none': 'The frame finds no share in this browser. You are asked for it at the next use.',
  'home.move': 'Keep it in a window',
  'words.why':
    'With these words any wallet app opens your accounts. Write them down and keep them where only you find them.',
  'words.warning':
    'Whoever reads these words can take everything. Nobody who helps you asks for them.',
  'words.show': 'Show the words',
  'words.copy': 'Copy the words',
  'words.copyWarning':
    'Other apps and websites can read what you copy. Writing the words down is safer.',
  'words.copyNow': 'Copy all the same',
  'words.copied': 'Copied. Empty the clipboard once you have pasted the words.',
  'error.recovery_wrong': 'This does not open the wallet. Check it and try again.',
  'error.password_short': 'The password is too short.',
  'error.passkey_unsupported': 'This browser or passkey cannot do that. Choose another way.',
  'error.wallet_closed':
    'This browser does not have your wallet and cannot recover it. Use the browser in which it was made.',
  'error.key_mismatch': 'These shares do not give your wallet, so nothing is signed.',
  'error.unreachable': 'The wallet service cannot be reached. Try again.',
  'error.rate_limited': 'There were too many of these. Try again later.',
  'error.code_wrong': 'This code is wrong or is over.',
  'error.denied': 'The sign-in was refused at the provider.',
  'error.provider_failed': 'The provider did not answer as it should. Try again.',
  'error.expired': 'The time for this sign-in is over. Start again.',
  'error.other_person':
    'The provider has named another person. Sign in there as the person whose wallet this is.',
  'error.sealed': 'The wallet service cannot open its share now. Try again later.',
  'error.keeper': 'Your wallet cannot be opened right now. Try again in a moment.',
  'error.conflict': 'The wallet was changed on another device. Try again.',
  'error.window_blocked': 'The window was blocked. Allow it, then try again.',
  'error.not_in_window': 'This browser keeps no share of the wallet.',
} as const

/** Every text of the frame's own pages by its key. */
export type OwnTexts = { readonly [Key in keyof typeof en]: string }
