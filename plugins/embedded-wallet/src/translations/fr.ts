import type { Catalogue } from '@latchkey/plugin-api'

export const fr: Catalogue = {
  'embedded.emailTitle': 'Se connecter par e-mail',
  'embedded.emailText':
    'Vous obtenez un portefeuille sans rien installer. L’e-mail contient un code ou un lien.',
  'embedded.emailLabel': 'Adresse e-mail',
  'embedded.continue': 'Continuer par e-mail',
  'embedded.codeTitle': 'Saisissez le code',
  'embedded.codeText': 'Nous avons envoyé un code à six chiffres à {email}.',
  'embedded.codeLabel': 'Code à six chiffres',
  'embedded.digit': 'Chiffre {number} sur 6',
  'embedded.checking': 'Vérification du code…',
  'embedded.resend': 'Renvoyer un e-mail',
  'embedded.resendIn': 'Renvoyer un e-mail dans {seconds} s',
  'embedded.deviceTitle': 'Confirmez cet appareil',
  'embedded.deviceHeadline': 'Ouvrez le lien de l’e-mail',
  'embedded.deviceText':
    'Nous avons envoyé un lien à {email}. Sa page affiche un code à saisir ensuite ici.',
  'embedded.waiting':
    '{count, plural, one {Une demande attend} many {# demandes attendent} other {# demandes attendent}}',
  'embedded.frameTitle': 'Votre portefeuille',
  'embedded.securityTitle': 'Portefeuille et sécurité',
  'embedded.securityFailed': 'Les pages de votre portefeuille ne se sont pas ouvertes',
  'embedded.codeWrong':
    'Ce code est incorrect ou a expiré. Saisissez-le de nouveau ou demandez un autre e-mail.',
  'embedded.denied': 'Cette connexion a été arrêtée depuis le lien de l’e-mail.',
  'embedded.over': 'Le délai de cette connexion est écoulé. Demandez un autre e-mail.',
  'embedded.mailFailed': 'L’e-mail n’a pas pu être envoyé. Réessayez.',
  'embedded.walletClosed':
    'Ce navigateur n’a pas votre portefeuille et ne peut pas le récupérer. Utilisez le navigateur où il a été créé.',
  'embedded.keeperAway':
    'Votre portefeuille ne peut pas être ouvert pour le moment. Réessayez dans un instant.',
  'embedded.unreachable': 'Le serveur du portefeuille est injoignable. Réessayez.',
  'embedded.tooMany':
    'Il y a eu trop de tentatives. Réessayez dans {minutes, plural, one {# minute} many {# minutes} other {# minutes}}.',
  'embedded.socialTitle': 'Se connecter',
  'embedded.continueWith': 'Continuer avec {provider}',
  'embedded.socialHeadline': 'Continuez chez {provider}',
  'embedded.socialText':
    'Connectez-vous dans la fenêtre qui s’est ouverte. Cette page continue d’elle-même.',
  'embedded.socialLost': 'Terminez dans la fenêtre, ou annulez.',
  'embedded.socialChecking': 'Connexion en cours…',
  'embedded.asks': 'Votre portefeuille a une question. Répondez-y ici.',
  'embedded.openAgain': 'Rouvrir la fenêtre',
  'embedded.blockedText': 'Ouvrez-la avec ce bouton.',
  'embedded.socialFailed': 'Vous n’êtes pas connecté',
  'embedded.socialDenied': 'Vous n’avez pas autorisé la connexion chez {provider}.',
  'embedded.providerFailed':
    '{provider} est injoignable ou n’a pas répondu correctement. Réessayez.',
  'embedded.socialOver': 'Le délai de cette connexion est écoulé. Réessayez.',
  'embedded.otherPerson':
    'C’est un autre compte {provider} que celui avec lequel vous avez commencé. Réessayez.',
  'embedded.farcasterText':
    'Scannez le code avec l’appareil photo de votre téléphone, puis approuvez dans Farcaster.',
  'embedded.farcasterCode': 'Code QR pour Farcaster',
  'embedded.farcasterMaking': 'Création du code…',
  'embedded.farcasterOpen': 'Ouvrir Farcaster',
  'embedded.copyLink': 'Copier le lien',
  'embedded.changeTitle': 'Changer d’e-mail',
  'embedded.changeText':
    'Un code part d’abord à votre ancienne adresse, puis un autre à la nouvelle.',
  'embedded.newEmail': 'Nouvelle adresse e-mail',
  'embedded.changeContinue': 'Continuer',
  'embedded.oldCodeText': 'Nous avons envoyé un code de six chiffres à votre ancienne adresse.',
  'embedded.changeOther': 'Utiliser une autre adresse',
  'embedded.changeDone': 'Votre e-mail est changé',
  'embedded.changeDoneText':
    'Vous vous connectez désormais avec {email}. Une ancienne adresse a reçu un lien qui annule cela pendant 72 heures.',
  'embedded.changeOver': 'Le délai de ce changement est écoulé. Recommencez.',
  'embedded.notFresh':
    'Votre connexion est trop ancienne pour cela. Déconnectez-vous, connectez-vous de nouveau et revenez ici.',
  'embedded.sameEmail': 'C’est déjà votre adresse.',
  'embedded.changed':
    'L’adresse de ce portefeuille a été modifiée. Cela redevient possible 72 heures après la modification.',
  'embedded.emailTaken': 'Cette adresse a son propre portefeuille. Prenez-en une autre.',
  'embedded.accountTypeTitle': 'Type de compte',
  'embedded.smartAccount': 'Compte intelligent',
  'embedded.eoaAccount': 'Compte standard',
  'embedded.accountTypeText':
    'Chaque compte a sa propre adresse. Ce que l’un détient y reste quand vous changez, et les demandes en attente sont refusées.',
  'embedded.notHere': 'Pas sur ce réseau',
  'embedded.useSmart': 'Utiliser le compte intelligent',
  'embedded.useEoa': 'Utiliser le compte standard',
  'embedded.accountsFailed': 'Les comptes n’ont pas pu être lus',
  'embedded.alertLoad':
    'Erreur réseau : impossible de charger le portefeuille intégré|Le serveur du cadre sécurisé n’a pas répondu.',
  'embedded.alertTimeout':
    'Le portefeuille intégré n’a pas répondu à temps|Le cadre sécurisé n’a pas répondu à une demande.',
  'errors.embedded.load_failed': 'Impossible de charger la connexion par e-mail',
  'errors.embedded.no_connector': 'Aucun connecteur d’authentification trouvé',
  'errors.embedded.no_place':
    'La connexion de portefeuilles de ce site est mal configurée. Prévenez le site.',
  'errors.embedded.request_failed': 'Une erreur s’est produite',
  'errors.embedded.timed_out': 'Cela a pris trop de temps. Réessayez.',
  'errors.embedded.aborted': 'Un problème est survenu',
  'errors.embedded.invalid_email': 'Ceci n’est pas une adresse e-mail.',
  'errors.embedded.too_soon': 'Réessayez dans {seconds} secondes',
  'errors.embedded.signed_out': 'Personne n’est connecté.',
  'errors.embedded.popup_closed': 'Fenêtre fermée',
  'errors.embedded.social_not_started': 'La connexion sociale n’a pas pu commencer',
  'errors.embedded.farcaster_failed': 'Échec de la connexion à Farcaster',
  'errors.embedded.not_connected': 'Pas connecté par e-mail ni avec un compte social',
  'errors.embedded.interrupted': 'Cette page a été rechargée pendant la connexion. Recommencez.',
  'errors.embedded.smart_accounts_off': 'Il n’y a pas de comptes intelligents sur ce réseau.',
  'errors.embedded.account_in_use': 'Ce compte est déjà utilisé.',
}
