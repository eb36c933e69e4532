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
  'approve.scroll': 'Scrollen Sie bis ans Ende, um zu bestätigen.',
  'approve.signing': 'Wird signiert …',
  'approve.window': 'In einem Fenster prüfen',
  'approve.windowWhy':
    'Dieser Browser kann nicht zeigen, ob etwas diese Anfrage verdeckt. Lesen Sie sie in einem eigenen Fenster.',
  'approve.windowOpen': 'Machen Sie im geöffneten Fenster weiter.',
  'approve.blocked': 'Das Fenster wurde blockiert. Erlauben Sie es und versuchen Sie es erneut.',
  'approve.retry': 'Erneut prüfen',
  'approve.close': 'Schließen',
  'approve.outcome': 'Was geschieht',
  'approve.leaves': 'Verlässt Ihr Konto',
  'approve.arrives': 'Kommt auf Ihr Konto',
  'approve.nothing': 'Außer der Gebühr geht nichts ab und kommt nichts an.',
  'approve.partly': 'Dieses Netzwerk konnte nicht alles zeigen, was sich bewegt.',
  'approve.wouldFail': 'Das würde scheitern. Die Netzwerkgebühr wäre verloren.',
  'approve.lacks': 'Das Konto hat dafür nicht genug.',
  'approve.changed': 'Seitdem hat sich etwas geändert. Lesen Sie es noch einmal.',
  'approve.sameNumber':
    'Eine früher signierte Transaktion hat dieselbe Nummer. Nur eine von beiden wird ausgeführt.',
  'approve.bothAccounts':
    'Ihr Konto wird hier nicht genannt. Ihre Signatur gilt für beide Adressen, die des Standardkontos und die des Smart Accounts.',
  'node.network': 'Das Netzwerk antwortet nicht. Versuchen Sie es erneut.',
  'node.network_busy': 'Das Netzwerk ist überlastet. Versuchen Sie es gleich noch einmal.',
  'node.transaction_replaced': 'Eine andere Transaktion dieses Kontos hat ihren Platz eingenommen.',
  'node.transaction_underpriced':
    'Die Gebühr ist zu niedrig: Das Netzwerk verlangt inzwischen mehr, oder eine andere Transaktion wartet an ihrer Stelle.',
  'node.insufficient_funds': 'Das Konto hat nicht genug für Betrag und Netzwerkgebühr.',
  'node.transaction_expired': 'Die Transaktion ist zu alt. Die Website muss erneut fragen.',
  'node.transaction_unknown':
    'Die Transaktion wurde signiert, und das Netzwerk hat nicht gesagt, ob es sie hat. Sie kann noch ausgeführt werden.',
  'approve.notKept':
    'Dieser Browser speichert gerade nichts. Nach einem Neuladen kennt er diesen Vorgang nicht mehr: Senden Sie ihn nicht zweimal.',
  'approve.payer': 'Bezahlt von',
  'approve.payerAccount': 'Ihrem Konto',
  'node.bundler':
    'In diesem Netzwerk nimmt gerade niemand Vorgänge von Smart Accounts an. Verwenden Sie Ihr Standardkonto, oder versuchen Sie es später noch einmal.',
  'node.bundler_refused':
    'Der Vorgang wurde abgelehnt. Er kann noch ausgeführt werden, bis ein anderer Ihres Kontos ausgeführt ist.',
  'node.earlier_carried_out':
    'Ein früherer Vorgang Ihres Kontos wurde anstelle von diesem ausgeführt. Sehen Sie ihn an, bevor Sie es noch einmal versuchen.',
  'node.operation_pending':
    'Der Vorgang wurde gesendet und steht noch in keinem Block. Er kann noch ausgeführt werden.',
  'node.operation_failed': 'Der Vorgang ist fehlgeschlagen. Die Netzwerkgebühr wurde bezahlt.',
  'node.operation_replaced': 'Ein anderer Vorgang Ihres Kontos hat seinen Platz eingenommen.',
  'node.gas_beyond_bounds': 'Der Vorgang würde mehr kosten, als erlaubt ist.',
  'node.paymaster_refused':
    'Der Dienst, der Vorgänge bezahlt, hat eine unerlaubte Antwort gegeben.',
  'recovery.choose': 'Wählen Sie, wie Sie Ihre Wallet wiederherstellen',
  'recovery.why':
    'Vergisst dieser Browser Ihre Wallet, öffnet nur dies sie wieder. Niemand kann es zurücksetzen.',
  'recovery.passkey': 'Passkey verwenden',
  'recovery.password': 'Passwort verwenden',
  'recovery.kit': 'Wiederherstellungscode aufbewahren',
  'recovery.newPassword': 'Passwort mit mindestens 10 Zeichen',
  'recovery.showPassword': 'Passwort anzeigen',
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
  'approve.unused':
    'Sie haben eine Grenze geändert. Drücken Sie „Diese Grenzen verwenden“, bevor Sie bestätigen.',
  'node.grant_refused':
    'Diese Erlaubnis kann nicht mehr erteilt werden. Die Website muss erneut fragen.',
  'approve.grantNotKept':
    'Dieser Browser speichert gerade nichts. Nach einem Neuladen führt diese Wallet die Erlaubnis nicht mehr auf.',
}
