export const en = {
  codeSubject: '{code} is your code for {site}',
  codeLead: 'Type this code to sign in to {site}:',
  codeWarning:
    'It is valid for 10 minutes. Give it to nobody: whoever asks you for it wants your wallet.',
  ignore: 'If you did not ask for this mail, ignore it.',
  linkSubject: 'Sign in to {site}',
  linkLead:
    'Somebody wants to sign in to {site} with this address on a new device: {browser}, {time}.',
  linkButton: 'Look at the request',
  linkNext:
    'If it is you, the page behind the link shows you a code. The link is valid for 10 minutes.',
  noticeSubject: 'Your wallet was recovered on a device',
  noticeLead: 'The recovery of your wallet for {site} was used: {browser}, {time}.',
  noticeNext: 'If it was not you, sign in, sign out on all devices and move what the wallet holds.',
  changeSubject: 'Your wallet for {site} was changed',
  splitLead:
    'The recovery of your wallet for {site} was changed: {browser}, {time}. What opened it before does not any more.',
  exportLead:
    'The 24 words of your wallet for {site} were asked for: {browser}, {time}. Whoever has them has the wallet.',
  removeLead: 'A device was removed from your wallet for {site}: {browser}, {time}.',
  signInAddedLead: 'A way to sign in was added to your wallet for {site}: {browser}, {time}.',
  signInRemovedLead: 'A way to sign in was removed from your wallet for {site}: {browser}, {time}.',
  signInNext:
    'If it was not you, sign in, look at the ways to sign in, sign out on all devices and move what the wallet holds.',
  deleteLead: 'Your account for {site} was deleted, with its wallet: {browser}, {time}.',
  deleteNext:
    'If it was not you, somebody reads your mail. Only the 24 words, if you have kept them, still open the wallet.',
  changeFromLead:
    'Somebody wants to change the email address of your wallet for {site}: {browser}, {time}. If it is you, type this code:',
  changeToLead: 'Type this code to use this address for your wallet at {site}:',
  changedLead:
    'The email address of your wallet for {site} was changed: {browser}, {time}. This address does not open it any more.',
  changedNext:
    'If it was not you, undo the change within 72 hours. Until then nothing can be exported, and no new device can recover the wallet.',
  undoButton: 'Undo the change',
  undoTitle: 'Do you want the old address back?',
  undoWarning:
    'All devices are signed out then, and those that were added since the change are removed.',
  undoDone: 'The old address is back. Sign in with it.',
  undoGone: 'This link has been used or is over. The address stays as it is.',
  unknownBrowser: 'an unknown browser',
  pageTitle: 'Do you want to sign in?',
  pageSite: 'Site',
  pageBrowser: 'Browser',
  pageTime: 'Time',
  pageWarning:
    'Go on only if you typed your address on this site a moment ago. Nobody else should have sent you this link.',
  pageApprove: 'Yes, show the code',
  pageDeny: 'It was not me',
  pageCode: 'Type this code in the window in which you began:',
  pageDenied: 'The sign-in was stopped. You can close this page.',
  deviceSubject: 'New sign-in to {site}',
  deviceLead: 'Somebody signed in to your wallet for {site} on a new device: {browser}, {time}.',
  socialBack: 'Go back to {site}. This window can be closed.',
  socialGone:
    'This sign-in is over, or was begun elsewhere. Start again in the window in which you began.',
  socialWarning:
    'Go on only if you chose to sign in on this site, in this browser, a moment ago. Nobody else should have sent you here.',
  socialYes: 'Yes, sign in',
  pageGone: 'This link has been used or is over. Start again in the window in which you began.',
}

/** The texts of mails and of the page behind a link. */
export type MailTexts = Readonly<Record<keyof typeof en, string>>
