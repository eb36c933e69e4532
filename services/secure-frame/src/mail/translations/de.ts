import { type MailTexts } from './en.js'

export const de: MailTexts = {
  codeSubject: '{code} ist Ihr Code für {site}',
  codeLead: 'Geben Sie diesen Code ein, um sich bei {site} anzumelden:',
  codeWarning:
    'Er gilt 10 Minuten. Geben Sie ihn niemandem: Wer danach fragt, will an Ihre Wallet.',
  ignore: 'Wenn Sie diese Mail nicht angefordert haben, ignorieren Sie sie.',
  linkSubject: 'Bei {site} anmelden',
  linkLead:
    'Jemand möchte sich mit dieser Adresse auf einem neuen Gerät bei {site} anmelden: {browser}, {time}.',
  linkButton: 'Anfrage ansehen',
  linkNext:
    'Wenn Sie es sind, zeigt Ihnen die Seite hinter dem Link einen Code. Der Link gilt 10 Minuten.',
  noticeSubject: 'Ihre Wallet wurde auf einem Gerät wiederhergestellt',
  noticeLead: 'Die Wiederherstellung Ihrer Wallet für {site} wurde benutzt: {browser}, {time}.',
  noticeNext:
    'Wenn Sie es nicht waren, melden Sie sich an, melden Sie alle Geräte ab und übertragen Sie den Inhalt der Wallet.',
  changeSubject: 'Ihre Wallet für {site} wurde geändert',
  splitLead:
    'Die Wiederherstellung Ihrer Wallet für {site} wurde geändert: {browser}, {time}. Was sie vorher geöffnet hat, öffnet sie nicht mehr.',
  exportLead:
    'Die 24 Wörter Ihrer Wallet für {site} wurden abgefragt: {browser}, {time}. Wer sie hat, hat die Wallet.',
  removeLead: 'Ein Gerät wurde von Ihrer Wallet für {site} entfernt: {browser}, {time}.',
  signInAddedLead:
    'Zu Ihrer Wallet für {site} kam eine weitere Anmeldung hinzu: {browser}, {time}.',
  signInRemovedLead:
    'Von Ihrer Wallet für {site} wurde eine Anmeldung entfernt: {browser}, {time}.',
  signInNext:
    'Wenn Sie es nicht waren, melden Sie sich an, prüfen Sie die Anmeldungen, melden Sie alle Geräte ab und übertragen Sie den Inhalt der Wallet.',
  deleteLead: 'Ihr Konto bei {site} wurde mit seiner Wallet gelöscht: {browser}, {time}.',
  deleteNext:
    'Wenn Sie es nicht waren, liest jemand Ihre Mails. Nur die 24 Wörter öffnen die Wallet noch, falls Sie sie aufbewahrt haben.',
  changeFromLead:
    'Jemand möchte die E-Mail-Adresse Ihrer Wallet für {site} ändern: {browser}, {time}. Wenn Sie es sind, geben Sie diesen Code ein:',
  changeToLead:
    'Geben Sie diesen Code ein, um diese Adresse für Ihre Wallet bei {site} zu verwenden:',
  changedLead:
    'Die E-Mail-Adresse Ihrer Wallet für {site} wurde geändert: {browser}, {time}. Diese Adresse öffnet sie nicht mehr.',
  changedNext:
    'Wenn Sie es nicht waren, machen Sie die Änderung innerhalb von 72 Stunden rückgängig. Bis dahin lässt sich nichts exportieren, und kein neues Gerät kann die Wallet wiederherstellen.',
  undoButton: 'Änderung rückgängig machen',
  undoTitle: 'Möchten Sie die alte Adresse zurück?',
  undoWarning:
    'Dann werden alle Geräte abgemeldet, und seit der Änderung hinzugefügte Geräte werden entfernt.',
  undoDone: 'Die alte Adresse gilt wieder. Melden Sie sich mit ihr an.',
  undoGone: 'Dieser Link wurde benutzt oder ist abgelaufen. Die Adresse bleibt, wie sie ist.',
  unknownBrowser: 'ein unbekannter Browser',
  pageTitle: 'Möchten Sie sich anmelden?',
  pageSite: 'Website',
  pageBrowser: 'Browser',
  pageTime: 'Zeit',
  pageWarning:
    'Fahren Sie nur fort, wenn Sie Ihre Adresse gerade selbst auf dieser Website eingegeben haben. Niemand sonst sollte Ihnen diesen Link geschickt haben.',
  pageApprove: 'Ja, Code anzeigen',
  pageDeny: 'Das war ich nicht',
  pageCode: 'Geben Sie diesen Code in dem Fenster ein, in dem Sie begonnen haben:',
  pageDenied: 'Die Anmeldung wurde abgebrochen. Sie können diese Seite schließen.',
  deviceSubject: 'Neue Anmeldung bei {site}',
  deviceLead:
    'Jemand hat sich auf einem neuen Gerät bei Ihrer Wallet für {site} angemeldet: {browser}, {time}.',
  socialBack: 'Gehen Sie zurück zu {site}. Dieses Fenster kann geschlossen werden.',
  socialGone:
    'Diese Anmeldung ist vorbei oder wurde anderswo begonnen. Beginnen Sie neu in dem Fenster, in dem Sie begonnen haben.',
  socialWarning:
    'Fahren Sie nur fort, wenn Sie eben auf dieser Seite und in diesem Browser die Anmeldung gewählt haben. Niemand sonst sollte Sie hierher geschickt haben.',
  socialYes: 'Ja, anmelden',
  pageGone:
    'Dieser Link wurde benutzt oder ist abgelaufen. Beginnen Sie in dem ersten Fenster von vorn.',
}
