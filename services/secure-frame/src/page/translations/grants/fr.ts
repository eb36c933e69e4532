import type { GrantTexts } from './en.js'

export const fr: GrantTexts = {
  'grant.title': 'Laisser le site web agir pour vous',
  'grant.endTitle': 'Retirer ce qu’un site web peut faire pour vous',
  'grant.atMost': 'Quitte votre compte au maximum',
  'grant.number': 'Autorisation',
  'grant.who': 'Qui peut agir',
  'grant.may': 'Peut',
  'grant.total': 'Envoyer jusqu’à {amount} en tout, à n’importe qui.',
  'grant.period':
    'Envoyer jusqu’à {amount} par période de {period}, à n’importe qui. La première commence le {start}. Ce qui reste d’une période n’est pas reporté.',
  'grant.stream':
    'Envoyer {initial} au début et {perSecond} de plus chaque seconde, à partir du {start}, et au plus {maximum} en tout, à n’importe qui.',
  'grant.calls':
    'Appeler chacune de ces fonctions de chacun de ces contrats, sans envoyer de monnaie.',
  'grant.callsWithCoins':
    'Appeler chacune de ces fonctions de chacun de ces contrats, avec au plus {amount} à chaque fois.',
  'grant.token': 'Contrat du jeton',
  'grant.tokenName': '{token}, qui se nomme « {name} ». Personne n’a vérifié ce nom.',
  'grant.contract': 'Contrat',
  'grant.function': 'Fonction',
  'grant.often': 'Combien de fois',
  'grant.times': 'Au plus {count}×',
  'grant.anyTimes': 'Aussi souvent que les montants le permettent',
  'grant.from': 'Pas avant le',
  'grant.until': 'Jusqu’au',
  'grant.says': 'Le site web dit',
  'grant.alone':
    'Tout cela est possible sans vous demander à nouveau. Cette autorisation peut être transmise à d’autres, dans les mêmes limites.',
  'grant.notCounted': 'Ce que ces contrats prennent d’eux-mêmes n’est pas compris dans ce montant.',
  'grant.units': 'Ce jeton n’indique pas ses décimales. Le montant est dans sa plus petite unité.',
  'grant.danger': 'Danger',
  'grant.moves-tokens':
    'Cette fonction peut déplacer vos jetons ou objets de collection, en n’importe quelle quantité.',
  'grant.approves-tokens': 'Cette fonction peut laisser quelqu’un d’autre dépenser vos jetons.',
  'grant.is-token': 'Ce contrat est un jeton : ses fonctions décident de ce que vous en possédez.',
  'grant.runs-anything': 'Cette fonction exécute ce que choisit celui qui l’appelle.',
  'grant.changes-owner': 'Cette fonction peut céder un contrat ou des droits sur lui.',
  'grant.no-contract':
    'Il n’y a pas de contrat à cette adresse pour l’instant. N’importe qui peut en mettre un plus tard.',
  'grant.lower': 'Autoriser moins',
  'grant.amount': 'Montant maximal en tout ({symbol})',
  'grant.count': 'Nombre de fois au maximum',
  'grant.end': 'Se termine au plus tard le',
  'grant.use': 'Utiliser ces limites',
  'grant.onlyLower':
    'Chaque limite doit être supérieure à 0 (le montant d’un appel peut être 0) et ne pas dépasser ce qui est demandé, et la fin doit être dans le futur.',
  'grant.by': 'Demandé par',
  'grant.unknown-function':
    'On ne sait pas ce que fait cette fonction. Elle peut déplacer ce que votre compte y détient.',
  'grant.amountPeriod': 'Montant maximal par période de {period} ({symbol})',
  'grant.amountCall': 'Montant maximal par appel ({symbol})',
}
