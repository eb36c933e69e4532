import type { GrantTexts } from './en.js'

export const de: GrantTexts = {
  'grant.title': 'Die Website für Sie handeln lassen',
  'grant.endTitle': 'Zurücknehmen, was eine Website für Sie tun darf',
  'grant.atMost': 'Verlässt Ihr Konto höchstens',
  'grant.number': 'Erlaubnis',
  'grant.who': 'Wer handeln darf',
  'grant.may': 'Darf',
  'grant.total': 'Insgesamt bis zu {amount} senden, an jede Adresse.',
  'grant.period':
    'In jedem Zeitraum von {period} bis zu {amount} senden, an jede Adresse. Der erste beginnt am {start}. Was übrig bleibt, wird nicht übertragen.',
  'grant.stream':
    'Zuerst {initial} senden, ab dem {start} jede Sekunde {perSecond} mehr und insgesamt höchstens {maximum}, an jede Adresse.',
  'grant.calls': 'Jede dieser Funktionen jedes dieser Verträge aufrufen, ohne Coins zu senden.',
  'grant.callsWithCoins':
    'Jede dieser Funktionen jedes dieser Verträge aufrufen, jedes Mal mit höchstens {amount}.',
  'grant.token': 'Vertrag des Tokens',
  'grant.tokenName': '{token}, nennt sich selbst „{name}“. Diesen Namen hat niemand geprüft.',
  'grant.contract': 'Vertrag',
  'grant.function': 'Funktion',
  'grant.often': 'Wie oft',
  'grant.times': 'Höchstens {count}×',
  'grant.anyTimes': 'So oft, wie die Beträge reichen',
  'grant.from': 'Nicht vor',
  'grant.until': 'Bis',
  'grant.says': 'Die Website sagt',
  'grant.alone':
    'All das ist möglich, ohne Sie noch einmal zu fragen. Diese Erlaubnis kann in denselben Grenzen an andere weitergegeben werden.',
  'grant.notCounted':
    'Was diese Verträge von sich aus nehmen, ist in diesem Betrag nicht enthalten.',
  'grant.units':
    'Dieses Token nennt seine Nachkommastellen nicht. Der Betrag steht in seiner kleinsten Einheit.',
  'grant.danger': 'Gefahr',
  'grant.moves-tokens':
    'Diese Funktion kann Ihre Token oder Sammlerstücke bewegen, in beliebiger Menge.',
  'grant.approves-tokens': 'Diese Funktion kann andere Ihre Token ausgeben lassen.',
  'grant.is-token':
    'Dieser Vertrag ist ein Token: Seine Funktionen entscheiden über das, was Sie davon haben.',
  'grant.runs-anything': 'Diese Funktion führt aus, was der Aufrufende wählt.',
  'grant.changes-owner': 'Diese Funktion kann einen Vertrag oder Rechte daran übergeben.',
  'grant.no-contract':
    'An dieser Adresse gibt es derzeit keinen Vertrag. Jeder kann später einen dorthin setzen.',
  'grant.lower': 'Weniger erlauben',
  'grant.amount': 'Betrag insgesamt höchstens ({symbol})',
  'grant.count': 'Wie oft höchstens',
  'grant.end': 'Endet spätestens am',
  'grant.use': 'Diese Grenzen verwenden',
  'grant.onlyLower':
    'Jede Grenze muss über 0 liegen (der Betrag eines Aufrufs darf 0 sein) und darf nicht höher sein als erbeten. Das Ende muss in der Zukunft liegen.',
  'grant.by': 'Erbeten von',
  'grant.unknown-function':
    'Was diese Funktion tut, ist nicht bekannt. Sie kann bewegen, was Ihr Konto dort hat.',
  'grant.amountPeriod': 'Betrag je Zeitraum von {period} höchstens ({symbol})',
  'grant.amountCall': 'Betrag je Aufruf höchstens ({symbol})',
}
