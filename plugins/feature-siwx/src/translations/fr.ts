import type { Catalogue } from '@latchkey/plugin-api'

export const fr: Catalogue = {
  'siwx.title': 'Se connecter',
  'siwx.heading': 'Se connecter à {domain}',
  'siwx.account': 'Compte',
  'siwx.wholeAddress': 'Afficher l’adresse entière',
  'siwx.network': 'Réseau',
  'siwx.copyAddress': 'Copier l’adresse',
  'siwx.free':
    'La signature montre que ce compte est le vôtre. Elle ne coûte rien et ne déplace rien.',
  'siwx.required':
    'Vous devez vous identifier pour continuer. Annuler vous ramène en arrière ou déconnecte votre portefeuille.',
  'siwx.showMessage': 'Afficher ce que vous signez',
  'siwx.copyMessage': 'Copier le message',
  'siwx.sign': 'Signer',
  'siwx.retry': 'Réessayer',
  'siwx.cancel': 'Annuler',
  'siwx.confirm': 'Confirmez dans {wallet}',
  'siwx.verifying': 'Vérification de la signature…',
  'siwx.leaving': 'Annulation…',
  'siwx.declined': 'Signature refusée',
  'siwx.declinedText': 'Vous avez refusé dans {wallet}. Rien n’a été signé.',
  'siwx.smartAccount':
    'Cette application ne prend peut-être pas en charge les comptes intelligents',
  'siwx.failed': 'Échec de la connexion',
  'siwx.offlineText': 'Vous êtes hors ligne. Réessayez une fois la connexion rétablie.',
  'siwx.clockText':
    'Le site n’accepte pas l’heure de ce message. Vérifiez l’horloge de cet appareil, puis réessayez.',
  'siwx.signedIn': 'Vous êtes connecté au site',
  'siwx.nothing': 'Rien à signer',
  'siwx.nothingText': 'Connectez d’abord un portefeuille ou choisissez un autre réseau.',
  'errors.siwx.not_enabled': 'SIWX n’est pas activé.',
  'errors.siwx.account_missing': 'Aucun compte n’est connecté.',
  'errors.siwx.network_missing': 'Aucun réseau n’est utilisé. Choisissez-en un d’abord.',
  'errors.siwx.start_failed': 'Un problème est survenu au début de l’authentification.',
  'errors.siwx.cancelled': 'Vous ne vous êtes pas identifié.',
  'errors.siwx.server_refused': 'Le site n’a pas accepté la signature. Réessayez.',
  'errors.siwx.message_changed':
    'Le portefeuille allait recevoir un autre message que celui-ci. Rien n’a été signé.',
  'errors.siwx.bad_message': 'Ce n’est pas un message d’identification.',
  'errors.siwx.namespace_unsupported': 'Personne ne peut s’identifier avec ce type de compte.',
  'errors.siwx.wrong_domain': 'Le message est destiné à un autre site.',
  'errors.siwx.wrong_uri': 'Le message désigne un autre site que celui-ci.',
  'errors.siwx.wrong_nonce': 'Le message a déjà été utilisé. Réessayez.',
  'errors.siwx.wrong_account': 'Le message est celui d’un autre compte.',
  'errors.siwx.wrong_chain': 'Le message est destiné à un autre réseau.',
  'errors.siwx.expired': 'Le message a expiré. Réessayez.',
  'errors.siwx.not_yet_valid':
    'Le message n’est pas encore valable. Vérifiez l’horloge de cet appareil.',
  'errors.siwx.data_mismatch': 'Le message signé n’est pas celui qui était demandé.',
  'errors.siwx.bad_signature': 'La signature n’est pas celle de ce compte.',
  'errors.siwx.node_missing': 'Le compte n’a pas pu être interrogé sur la signature.',
  'errors.siwx.node_failed': 'Le réseau n’a pas répondu au sujet de la signature. Réessayez.',
  'errors.siwx.library_missing':
    'Il manque à ce site un élément nécessaire pour vérifier la signature.',
}
