import type { Texts } from './en.js'

export const de: Texts = {
  'approve.site': 'Website',
  'approve.name': 'Nennt sich',
  'approve.account': 'Konto',
  'approve.network': 'Netzwerk',
  'approve.fee': 'Netzwerkgebühr höchstens',
  'approve.missing': 'Es fehlen',
  'approve.approve': 'Bestätigen',
  'approve.reject': 'Ablehnen',
  'approve.unreadable': 'Nicht lesbare Anfrage',
  'approve.incomplete':
    'Diese Anfrage ließ sich nicht ganz lesen. Bestätigen Sie sie nur, wenn Sie der Website vertrauen.',
  'approve.raw': 'Alles, was signiert wird',
  'approve.wait': 'Die Schaltfläche geht, sobald die ganze Karte kurz zu sehen war.',
  'approve.signing': 'Wird signiert …',
  'approve.window': 'In einem Fenster prüfen',
  'approve.windowWhy':
    'Dieser Browser kann nicht zeigen, ob etwas diese Anfrage verdeckt. Lesen Sie sie in einem eigenen Fenster.',
  'approve.windowOpen': 'Machen Sie im geöffneten Fenster weiter.',
  'approve.blocked': 'Das Fenster wurde blockiert. Erlauben Sie es und versuchen Sie es erneut.',
  'recovery.choose': 'Wählen Sie, wie Sie Ihre Wallet wiederherstellen',
  'recovery.why':
    'Vergisst dieser Browser Ihre Wallet, öffnet nur dies sie wieder. Niemand kann es zurücksetzen.',
  'recovery.passkey': 'Passkey verwenden',
  'recovery.password': 'Passwort verwenden',
  'recovery.kit': 'Wiederherstellungscode aufbewahren',
  'recovery.newPassword': 'Passwort mit mindestens 10 Zeichen',
  'recovery.kitKeep':
    'Bewahren Sie diesen Code auf, wo nur Sie ihn finden. Er wird einmal gezeigt.',
  'recovery.kitKept': 'Ich habe ihn aufbewahrt',
  'recovery.open': 'Öffnen Sie Ihre Wallet',
  'recovery.openWhy': 'Dieser Browser hat Ihre Wallet noch nicht.',
  'recovery.enterPassword': 'Ihr Passwort',
  'recovery.enterKit': 'Ihr Wiederherstellungscode',
  'recovery.continue': 'Weiter',
  'frame.working': 'Einen Moment …',
  'frame.offline': 'Sie sind offline. Es geht weiter, sobald Sie zurück sind.',
  'frame.failed': 'Das hat nicht geklappt. Versuchen Sie es erneut.',
}
