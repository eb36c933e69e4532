import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of sign-in, approval and errors. */
export const english: Catalogue = {
  'embedded.emailTitle': 'Sign in by email',
  'embedded.emailText':
    'You get a wallet without installing anything. The mail holds a code or a link.',
  'embedded.emailLabel': 'Email address',
  'embedded.continue': 'Continue with email',
  'embedded.codeTitle': 'Enter the code',
  'embedded.codeText': 'We sent a code of six digits to {email}.',
  'embedded.codeLabel': 'Code of six digits',
  'embedded.digit': 'Digit {number} of 6',
  'embedded.checking': 'Checking the code…',
  'embedded.resend': 'Send another mail',
  'embedded.resendIn': 'Send another mail in {seconds} s',
  'embedded.deviceTitle': 'Confirm this device',
  'embedded.deviceHeadline': 'Open the link in the mail',
  'embedded.deviceText':
    'We sent a link to {email}. Its page shows a code, which you type here afterwards.',
  'embedded.waiting': '{count, plural, one {One request waits} other {# requests wait}}',
  'embedded.frameTitle': 'Your wallet',
  'embedded.securityTitle': 'Wallet and security',
  'embedded.securityFailed': 'Your wallet’s pages did not open',
  'embedded.codeWrong':
    'This code is wrong or has expired. Type it again, or ask for another mail.',
  'embedded.denied': 'This sign-in was stopped from the link in the mail.',
  'embedded.over': 'The time for this sign-in is over. Ask for another mail.',
  'embedded.mailFailed': 'The mail could not be sent. Try again.',
  'embedded.walletClosed':
    'This browser does not have your wallet and cannot recover it. Use the browser in which it was made.',
  'embedded.keeperAway': 'Your wallet cannot be opened right now. Try again in a moment.',
  'embedded.unreachable': 'The wallet’s server cannot be reached. Try again.',
  'embedded.tooMany':
    'There were too many tries. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'embedded.socialTitle': 'Sign in',
  'embedded.continueWith': 'Continue with {provider}',
  'embedded.socialHeadline': 'Continue at {provider}',
  'embedded.socialText': 'Sign in in the window that opened. This page goes on by itself.',
  'embedded.socialLost': 'Finish in the window, or cancel.',
  'embedded.socialChecking': 'Signing in…',
  'embedded.asks': 'Your wallet has a question. Answer it here.',
  'embedded.openAgain': 'Open the window again',
  'embedded.blockedText': 'Open it with this button.',
  'embedded.socialFailed': 'You are not signed in',
  'embedded.socialDenied': 'You did not allow the sign-in at {provider}.',
  'embedded.providerFailed':
    '{provider} cannot be reached, or did not answer as it should. Try again.',
  'embedded.socialOver': 'The time for this sign-in is over. Try again.',
  'embedded.otherPerson':
    'This is another account at {provider} than the one that you began with. Try again.',
  'embedded.farcasterText': 'Scan the code with your phone’s camera, and approve in Farcaster.',
  'embedded.farcasterCode': 'QR code for Farcaster',
  'embedded.farcasterMaking': 'Making the code…',
  'embedded.farcasterOpen': 'Open Farcaster',
  'embedded.copyLink': 'Copy link',
  'embedded.changeTitle': 'Change email',
  'embedded.changeText': 'A code goes to your old address first, and then one to the new address.',
  'embedded.newEmail': 'New email address',
  'embedded.changeContinue': 'Continue',
  'embedded.oldCodeText': 'We sent a code of six digits to your old address.',
  'embedded.changeOther': 'Use another address',
  'embedded.changeDone': 'Your email is changed',
  'embedded.changeDoneText':
    'You sign in with {email} from now on. An old address got a link that takes this back within 72 hours.',
  'embedded.changeOver': 'The time for this change is over. Begin again.',
  'embedded.notFresh':
    'Your sign-in is too old for this. Disconnect, sign in again, and come back here.',
  'embedded.sameEmail': 'This is your address already.',
  'embedded.changed':
    'The address of this wallet was changed. This is possible again 72 hours after the change.',
  'embedded.emailTaken': 'This address has a wallet of its own. Use another one.',
  'embedded.accountTypeTitle': 'Account type',
  'embedded.smartAccount': 'Smart account',
  'embedded.eoaAccount': 'Standard account',
  'embedded.accountTypeText':
    'Each account has an address of its own. What one of them holds stays there when you switch, ' +
    'and requests that wait are declined.',
  'embedded.notHere': 'Not on this network',
  'embedded.useSmart': 'Use the smart account',
  'embedded.useEoa': 'Use the standard account',
  'embedded.accountsFailed': 'The accounts could not be read',
  'embedded.alertLoad':
    'Network Error - Could not load embedded wallet|The server of the secure frame did not answer.',
  'embedded.alertTimeout':
    'Embedded Wallet Request Timed Out|The secure frame did not answer a request.',
  'errors.embedded.load_failed': 'Unable to load email login dependency',
  'errors.embedded.no_connector': 'No auth connector found',
  'errors.embedded.no_place':
    'This site’s wallet connection is not set up correctly. Tell the site.',
  'errors.embedded.request_failed': 'An error occurred',
  'errors.embedded.timed_out': 'This took too long. Try again.',
  'errors.embedded.aborted': 'Something went wrong',
  'errors.embedded.invalid_email': 'This is not an email address.',
  'errors.embedded.too_soon': 'Please try again after {seconds} seconds',
  'errors.embedded.signed_out': 'Nobody is signed in.',
  'errors.embedded.popup_closed': 'Popup closed',
  'errors.embedded.social_not_started': 'Failed to initiate social connection',
  'errors.embedded.farcaster_failed': 'Failed to connect to farcaster',
  'errors.embedded.not_connected': 'Not connected to email or social',
  'errors.embedded.interrupted': 'This page was loaded again during the sign-in. Start again.',
  'errors.embedded.smart_accounts_off': 'There are no smart accounts on this network.',
  'errors.embedded.account_in_use': 'This account is in use already.',
}
