import type { Texts } from './en.js'

export const it: Texts = {
  'approve.site': 'Sito web',
  'approve.name': 'Dice di chiamarsi',
  'approve.account': 'Account',
  'approve.network': 'Rete',
  'approve.fee': 'Commissione di rete massima',
  'approve.missing': 'Mancante',
  'approve.approve': 'Approva',
  'approve.reject': 'Rifiuta',
  'approve.unreadable': 'Richiesta illeggibile',
  'approve.incomplete':
    'Questa richiesta non è stata letta per intero. Approvala solo se ti fidi del sito.',
  'approve.raw': 'Tutto ciò che viene firmato',
  'approve.wait': 'Il pulsante funziona quando l’intera scheda è rimasta visibile per un momento.',
  'approve.scroll': 'Scorri fino in fondo per approvare.',
  'approve.signing': 'Firma in corso…',
  'approve.window': 'Controlla in una finestra',
  'approve.windowWhy':
    'Questo browser non può mostrare se qualcosa copre questa richiesta. Leggila in una finestra a parte.',
  'approve.windowOpen': 'Completa nella finestra che si è aperta.',
  'approve.blocked': 'La finestra è stata bloccata. Consentila, poi riprova.',
  'approve.retry': 'Verifica di nuovo',
  'approve.close': 'Chiudi',
  'approve.outcome': 'Che cosa succede',
  'approve.leaves': 'Esce dal tuo account',
  'approve.arrives': 'Arriva nel tuo account',
  'approve.nothing': 'A parte la commissione non esce né arriva nulla.',
  'approve.partly': 'Questa rete non ha potuto mostrare tutto ciò che si sposta.',
  'approve.wouldFail': 'Non riuscirebbe. La commissione di rete andrebbe persa.',
  'approve.lacks': 'L’account non ha abbastanza fondi per questo.',
  'approve.changed': 'Nel frattempo qualcosa è cambiato. Leggi di nuovo.',
  'approve.sameNumber':
    'Una transazione firmata in precedenza ha lo stesso numero. Solo una delle due verrà eseguita.',
  'approve.bothAccounts':
    'Qui non è indicato il tuo account. La tua firma vale per entrambi i tuoi indirizzi, l’account standard e lo smart account.',
  'node.network': 'La rete non risponde. Riprova.',
  'node.network_busy': 'La rete è sovraccarica. Riprova tra poco.',
  'node.transaction_replaced': 'Un’altra transazione di questo account ha preso il suo posto.',
  'node.transaction_underpriced':
    'La commissione è troppo bassa: ora la rete chiede di più, o un’altra transazione attende al suo posto.',
  'node.insufficient_funds':
    'L’account non ha abbastanza fondi per l’importo e la commissione di rete.',
  'node.transaction_expired': 'La transazione è troppo vecchia. Il sito deve chiederla di nuovo.',
  'node.transaction_unknown':
    'La transazione è stata firmata, ma la rete non ha detto se l’ha ricevuta. Può ancora essere eseguita.',
  'approve.notKept':
    'Questo browser al momento non salva nulla. Dopo un ricaricamento non conoscerà questa operazione: non inviarla due volte.',
  'approve.payer': 'Paga',
  'approve.payerAccount': 'Il tuo account',
  'node.bundler':
    'Al momento nessuno accetta operazioni di smart account su questa rete. Usa il tuo account standard o riprova più tardi.',
  'node.bundler_refused':
    'L’operazione è stata rifiutata. Può ancora essere eseguita, finché non ne viene eseguita un’altra del tuo account.',
  'node.earlier_carried_out':
    'Al suo posto è stata eseguita un’operazione precedente del tuo account. Guardala prima di riprovare.',
  'node.operation_pending':
    'L’operazione è stata inviata ma non è ancora in nessun blocco. Può ancora essere eseguita.',
  'node.operation_failed': 'L’operazione non è riuscita. La commissione di rete è stata pagata.',
  'node.operation_replaced': 'Un’altra operazione del tuo account ha preso il suo posto.',
  'node.gas_beyond_bounds': 'L’operazione costerebbe più di quanto consentito.',
  'node.paymaster_refused':
    'Il servizio che paga le operazioni ha dato una risposta non consentita.',
  'recovery.choose': 'Scegli come recuperare il tuo wallet',
  'recovery.why':
    'Se questo browser dimentica il tuo wallet, solo così si riapre. Nessuno può reimpostarlo.',
  'recovery.passkey': 'Usa una passkey',
  'recovery.password': 'Usa una password',
  'recovery.kit': 'Conserva un kit di recupero',
  'recovery.newPassword': 'Password di almeno 10 caratteri',
  'recovery.showPassword': 'Mostra la password',
  'recovery.kitKeep':
    'Conserva questo kit dove solo tu puoi trovarlo. Viene mostrato una volta sola.',
  'recovery.kitKept': 'L’ho conservato',
  'recovery.open': 'Apri il tuo wallet',
  'recovery.openWhy': 'Questo browser non ha ancora il tuo wallet.',
  'recovery.enterPassword': 'La tua password',
  'recovery.enterKit': 'Il tuo kit di recupero',
  'recovery.continue': 'Continua',
  'frame.working': 'Un momento…',
  'frame.offline': 'Sei offline. Si riprende quando torni in linea.',
  'frame.failed': 'Non ha funzionato. Riprova.',
  'approve.unused': 'Hai modificato un limite. Premi “Usa questi limiti” prima di approvare.',
  'node.grant_refused':
    'Questo permesso non può più essere concesso. Il sito deve chiederlo di nuovo.',
  'approve.grantNotKept':
    'Questo browser al momento non salva nulla. Dopo un ricaricamento questo wallet non elencherà più il permesso.',
}
