import type { GrantTexts } from './en.js'

export const it: GrantTexts = {
  'grant.title': 'Consenti al sito web di agire per te',
  'grant.endTitle': 'Revoca ciò che un sito web può fare per te',
  'grant.atMost': 'Esce dal tuo account al massimo',
  'grant.number': 'Permesso',
  'grant.who': 'Chi può agire',
  'grant.may': 'Può',
  'grant.total': 'Inviare fino a {amount} in tutto, a chiunque.',
  'grant.period':
    'Inviare fino a {amount} in ogni periodo di {period}, a chiunque. Il primo inizia {start}. Ciò che resta di un periodo non passa al successivo.',
  'grant.stream':
    'Inviare {initial} all’inizio e {perSecond} in più ogni secondo, a partire da {start}, e al massimo {maximum} in tutto, a chiunque.',
  'grant.calls':
    'Chiamare ognuna di queste funzioni di ognuno di questi contratti, senza inviare monete.',
  'grant.callsWithCoins':
    'Chiamare ognuna di queste funzioni di ognuno di questi contratti, ogni volta con al massimo {amount}.',
  'grant.token': 'Contratto del token',
  'grant.tokenName': '{token}, che dice di chiamarsi “{name}”. Nessuno ha verificato questo nome.',
  'grant.contract': 'Contratto',
  'grant.function': 'Funzione',
  'grant.often': 'Quante volte',
  'grant.times': 'Al massimo {count}×',
  'grant.anyTimes': 'Tutte le volte che gli importi lo permettono',
  'grant.from': 'Non prima di',
  'grant.until': 'Fino a',
  'grant.says': 'Il sito web dice',
  'grant.alone':
    'Tutto questo è possibile senza chiedertelo di nuovo. Questo permesso può essere trasferito ad altri, entro gli stessi limiti.',
  'grant.notCounted': 'Ciò che questi contratti prelevano da sé non è compreso in questo importo.',
  'grant.units':
    'Questo token non indica quanti decimali ha. L’importo è nella sua unità più piccola.',
  'grant.danger': 'Pericolo',
  'grant.moves-tokens':
    'Questa funzione può spostare i tuoi token o oggetti da collezione, in qualsiasi quantità.',
  'grant.approves-tokens': 'Questa funzione può consentire ad altri di spendere i tuoi token.',
  'grant.is-token': 'Questo contratto è un token: le sue funzioni decidono di ciò che ne possiedi.',
  'grant.runs-anything': 'Questa funzione esegue qualsiasi cosa scelga chi la chiama.',
  'grant.changes-owner': 'Questa funzione può cedere un contratto o diritti su di esso.',
  'grant.no-contract':
    'Al momento non c’è alcun contratto a questo indirizzo. In seguito chiunque può metterne uno.',
  'grant.lower': 'Consenti di meno',
  'grant.amount': 'Importo massimo in tutto ({symbol})',
  'grant.count': 'Numero massimo di volte',
  'grant.end': 'Termina al più tardi il',
  'grant.use': 'Usa questi limiti',
  'grant.onlyLower':
    'Ogni limite deve essere superiore a 0 (l’importo di una chiamata può essere 0) e non superare quanto richiesto, e la fine deve essere nel futuro.',
  'grant.by': 'Richiesto da',
  'grant.unknown-function':
    'Non si sa che cosa fa questa funzione. Può spostare ciò che il tuo account possiede lì.',
  'grant.amountPeriod': 'Importo massimo in ogni periodo di {period} ({symbol})',
  'grant.amountCall': 'Importo massimo per ogni chiamata ({symbol})',
}
