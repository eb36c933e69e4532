import type { Texts } from './en.js'

export const fr: Texts = {
  'approve.site': 'Site web',
  'approve.name': 'Se nomme',
  'approve.account': 'Compte',
  'approve.network': 'Réseau',
  'approve.fee': 'Frais de réseau au plus',
  'approve.missing': 'Il manque',
  'approve.approve': 'Approuver',
  'approve.reject': 'Refuser',
  'approve.unreadable': 'Demande illisible',
  'approve.incomplete':
    'Cette demande n’a pas pu être lue en entier. Ne l’approuvez que si vous faites confiance au site.',
  'approve.raw': 'Tout ce qui est signé',
  'approve.wait': 'Le bouton fonctionne dès que toute la carte a été visible un instant.',
  'approve.scroll': 'Faites défiler jusqu’à la fin pour approuver.',
  'approve.signing': 'Signature…',
  'approve.window': 'Vérifier dans une fenêtre',
  'approve.windowWhy':
    'Ce navigateur ne peut pas voir si quelque chose couvre cette demande. Lisez-la dans une fenêtre à part.',
  'approve.windowOpen': 'Terminez dans la fenêtre qui s’est ouverte.',
  'approve.blocked': 'La fenêtre a été bloquée. Autorisez-la, puis réessayez.',
  'approve.retry': 'Vérifier à nouveau',
  'approve.close': 'Fermer',
  'approve.outcome': 'Ce qui se passe',
  'approve.leaves': 'Quitte votre compte',
  'approve.arrives': 'Arrive sur votre compte',
  'approve.nothing': 'Hormis les frais, rien ne part ni n’arrive.',
  'approve.partly': 'Ce réseau n’a pas pu montrer tout ce qui bouge.',
  'approve.wouldFail': 'Cela échouerait. Les frais de réseau seraient perdus.',
  'approve.lacks': 'Le compte n’a pas assez pour cela.',
  'approve.changed': 'Quelque chose a changé depuis. Relisez la demande.',
  'approve.sameNumber':
    'Une transaction signée plus tôt porte le même numéro. Une seule des deux sera exécutée.',
  'approve.bothAccounts':
    'Votre compte n’est pas nommé ici. Votre signature vaut pour vos deux adresses, celle du compte standard et celle du compte intelligent.',
  'node.network': 'Le réseau ne répond pas. Réessayez.',
  'node.network_busy': 'Le réseau est surchargé. Réessayez dans un instant.',
  'node.transaction_replaced': 'Une autre transaction de ce compte a pris sa place.',
  'node.transaction_underpriced':
    'Les frais sont trop bas : le réseau demande plus désormais, ou une autre transaction attend à sa place.',
  'node.insufficient_funds': 'Le compte n’a pas assez pour le montant et les frais de réseau.',
  'node.transaction_expired': 'La transaction est trop ancienne. Le site doit redemander.',
  'node.transaction_unknown':
    'La transaction a été signée et le réseau n’a pas dit s’il l’a reçue. Elle peut encore être exécutée.',
  'approve.notKept':
    'Ce navigateur n’enregistre rien en ce moment. Après un rechargement, il ne connaîtra plus cette opération : ne l’envoyez pas deux fois.',
  'approve.payer': 'Payé par',
  'approve.payerAccount': 'Votre compte',
  'node.bundler':
    'Personne n’accepte actuellement d’opérations de comptes intelligents sur ce réseau. Utilisez votre compte standard, ou réessayez plus tard.',
  'node.bundler_refused':
    'L’opération a été refusée. Elle peut encore être exécutée, tant qu’aucune autre de votre compte ne l’est.',
  'node.earlier_carried_out':
    'Une opération antérieure de votre compte a été exécutée à la place de celle-ci. Vérifiez-la avant de réessayer.',
  'node.operation_pending':
    'L’opération a été envoyée et n’est encore dans aucun bloc. Elle peut encore être exécutée.',
  'node.operation_failed': 'L’opération a échoué. Les frais de réseau ont été payés.',
  'node.operation_replaced': 'Une autre opération de votre compte a pris sa place.',
  'node.gas_beyond_bounds': 'L’opération coûterait plus que ce qui est permis.',
  'node.paymaster_refused': 'Le service qui paie les opérations a donné une réponse non permise.',
  'recovery.choose': 'Choisissez comment récupérer votre portefeuille',
  'recovery.why':
    'Si ce navigateur oublie votre portefeuille, seul ceci le rouvre. Personne ne peut le réinitialiser.',
  'recovery.passkey': 'Utiliser une clé d’accès',
  'recovery.password': 'Utiliser un mot de passe',
  'recovery.kit': 'Garder un code de récupération',
  'recovery.newPassword': 'Mot de passe de 10 caractères ou plus',
  'recovery.showPassword': 'Afficher le mot de passe',
  'recovery.kitKeep': 'Gardez ce code là où vous seul le trouvez. Il n’est montré qu’une fois.',
  'recovery.kitKept': 'Je l’ai gardé',
  'recovery.open': 'Ouvrez votre portefeuille',
  'recovery.openWhy': 'Ce navigateur n’a pas encore votre portefeuille.',
  'recovery.enterPassword': 'Votre mot de passe',
  'recovery.enterKit': 'Votre code de récupération',
  'recovery.continue': 'Continuer',
  'frame.working': 'Un instant…',
  'frame.offline': 'Vous êtes hors ligne. Cela reprend à votre retour.',
  'frame.failed': 'Cela n’a pas fonctionné. Réessayez.',
  'approve.unused':
    'Vous avez modifié une limite. Appuyez sur « Utiliser ces limites » avant d’approuver.',
  'node.grant_refused':
    'Cette autorisation ne peut plus être accordée. Le site web doit la redemander.',
  'approve.grantNotKept':
    'Ce navigateur n’enregistre rien pour l’instant. Après un rechargement, ce portefeuille n’affichera plus l’autorisation.',
}
