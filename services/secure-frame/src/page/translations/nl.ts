import type { Texts } from './en.js'

export const nl: Texts = {
  'approve.site': 'Website',
  'approve.name': 'Noemt zichzelf',
  'approve.account': 'Account',
  'approve.network': 'Netwerk',
  'approve.fee': 'Netwerkkosten hoogstens',
  'approve.missing': 'Ontbreekt',
  'approve.approve': 'Goedkeuren',
  'approve.reject': 'Weigeren',
  'approve.unreadable': 'Onleesbaar verzoek',
  'approve.incomplete':
    'Dit verzoek kon niet volledig worden gelezen. Keur het alleen goed als je de website vertrouwt.',
  'approve.raw': 'Alles wat wordt ondertekend',
  'approve.wait': 'De knop werkt zodra de hele kaart even zichtbaar is geweest.',
  'approve.scroll': 'Scrol naar het einde om goed te keuren.',
  'approve.signing': 'Ondertekenen…',
  'approve.window': 'In een venster bekijken',
  'approve.windowWhy':
    'Deze browser kan niet tonen of iets dit verzoek bedekt. Lees het in een apart venster.',
  'approve.windowOpen': 'Rond het af in het venster dat is geopend.',
  'approve.blocked': 'Het venster is geblokkeerd. Sta het toe en probeer het opnieuw.',
  'approve.retry': 'Opnieuw controleren',
  'approve.close': 'Sluiten',
  'approve.outcome': 'Wat er gebeurt',
  'approve.leaves': 'Gaat van je account af',
  'approve.arrives': 'Komt op je account',
  'approve.nothing': 'Behalve de kosten gaat er niets af en komt er niets bij.',
  'approve.partly': 'Dit netwerk kon niet alles tonen wat er beweegt.',
  'approve.wouldFail': 'Dit zou mislukken. De netwerkkosten zouden verloren gaan.',
  'approve.lacks': 'Het account heeft hier niet genoeg voor.',
  'approve.changed': 'Er is sindsdien iets veranderd. Lees het nog eens.',
  'approve.sameNumber':
    'Een eerder ondertekende transactie heeft hetzelfde nummer. Slechts een van de twee wordt uitgevoerd.',
  'approve.bothAccounts':
    'Hier staat je account niet in. Je handtekening geldt voor je beide adressen: het standaardaccount en het smart account.',
  'node.network': 'Het netwerk antwoordt niet. Probeer het opnieuw.',
  'node.network_busy': 'Het netwerk heeft het te druk. Probeer het zo opnieuw.',
  'node.transaction_replaced': 'Een andere transactie van dit account heeft haar plaats ingenomen.',
  'node.transaction_underpriced':
    'De kosten zijn te laag: het netwerk vraagt nu meer, of er wacht een andere transactie op die plaats.',
  'node.insufficient_funds': 'Het account heeft niet genoeg voor het bedrag en de netwerkkosten.',
  'node.transaction_expired': 'De transactie is te oud. De website moet het opnieuw vragen.',
  'node.transaction_unknown':
    'De transactie is ondertekend, maar het netwerk zei niet of het haar heeft. Ze kan nog worden uitgevoerd.',
  'approve.notKept':
    'Deze browser bewaart nu niets. Na opnieuw laden kent hij deze bewerking niet: verstuur haar niet twee keer.',
  'approve.payer': 'Betaald door',
  'approve.payerAccount': 'Je account',
  'node.bundler':
    'Niemand neemt nu op dit netwerk bewerkingen van smart accounts aan. Gebruik je standaardaccount of probeer het later.',
  'node.bundler_refused':
    'De bewerking is geweigerd. Ze kan nog worden uitgevoerd, totdat een andere van je account is uitgevoerd.',
  'node.earlier_carried_out':
    'In plaats van deze is een eerdere bewerking van je account uitgevoerd. Bekijk die voordat je het opnieuw probeert.',
  'node.operation_pending':
    'De bewerking is verstuurd en staat nog in geen blok. Ze kan nog worden uitgevoerd.',
  'node.operation_failed': 'De bewerking is mislukt. De netwerkkosten zijn betaald.',
  'node.operation_replaced': 'Een andere bewerking van je account heeft haar plaats ingenomen.',
  'node.gas_beyond_bounds': 'De bewerking zou meer kosten dan is toegestaan.',
  'node.paymaster_refused':
    'De dienst die bewerkingen betaalt, gaf een antwoord dat niet is toegestaan.',
  'recovery.choose': 'Kies hoe je je wallet herstelt',
  'recovery.why':
    'Als deze browser je wallet vergeet, gaat hij alleen hiermee weer open. Niemand kan dit opnieuw instellen.',
  'recovery.passkey': 'Een passkey gebruiken',
  'recovery.password': 'Een wachtwoord gebruiken',
  'recovery.kit': 'Een herstelkit bewaren',
  'recovery.newPassword': 'Wachtwoord van 10 tekens of meer',
  'recovery.showPassword': 'Wachtwoord tonen',
  'recovery.kitKeep': 'Bewaar deze kit waar alleen jij hem vindt. Hij wordt één keer getoond.',
  'recovery.kitKept': 'Ik heb hem bewaard',
  'recovery.open': 'Open je wallet',
  'recovery.openWhy': 'Deze browser heeft je wallet nog niet.',
  'recovery.enterPassword': 'Je wachtwoord',
  'recovery.enterKit': 'Je herstelkit',
  'recovery.continue': 'Doorgaan',
  'frame.working': 'Een ogenblik…',
  'frame.offline': 'Je bent offline. Dit gaat verder als je weer online bent.',
  'frame.failed': 'Dat werkte niet. Probeer het opnieuw.',
  'approve.unused':
    'Je hebt een limiet gewijzigd. Druk op ‘Deze limieten gebruiken’ voordat je goedkeurt.',
  'node.grant_refused':
    'Deze toestemming kan niet meer worden gegeven. De website moet het opnieuw vragen.',
  'approve.grantNotKept':
    'Deze browser bewaart nu niets. Na opnieuw laden toont deze wallet de toestemming niet meer.',
}
