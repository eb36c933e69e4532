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
  'embedded.unreachable': 'The wallet’s server cannot be reached. Try again.',
  'embedded.tooMany':
    'There were too many tries. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
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
}
