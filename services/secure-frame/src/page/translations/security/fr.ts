import type { OwnTexts } from './en.js'

export const fr: OwnTexts = {
  'security.title': 'Sécurité de votre portefeuille',
  'security.cancel': 'Annuler',
  'security.back': 'Retour',
  'security.close': 'Fermer',
  'security.done': 'Terminé',
  'security.retry': 'Réessayer',
  'security.otherWay': 'Autre moyen',
  'security.recovery': 'Récupération',
  'security.devices': 'Appareils',
  'security.grants': 'Ce que les sites web peuvent faire',
  'security.home': 'Ce navigateur',
  'security.words': 'Vos 24 mots',
  'security.everywhere': 'Se déconnecter partout',
  'security.everywhereWhy':
    'Cela met fin à la connexion sur tous vos appareils, y compris celui-ci.',
  'security.delete': 'Supprimer le compte',
  'security.deleteWhy':
    'Cela supprime votre compte et ce qui est gardé ici de votre portefeuille. C’est irréversible.',
  'security.deleteWords':
    'Ensuite, le contenu du portefeuille n’est accessible qu’avec les 24 mots. Exportez-les d’abord.',
  'security.deleteNow': 'Supprimer définitivement',
  'security.change': 'Changer la récupération',
  'security.changeWhy':
    'Après un changement, la récupération précédente n’ouvre plus rien ' +
    'et vos autres appareils demandent la nouvelle.',
  'security.takeOver': 'Reprendre le portefeuille',
  'security.takeOverWhy':
    'Vous pouvez garder vous-même la récupération. La part de ce service ' +
    'est alors supprimée et il ne peut plus vous aider.',
  'security.recoveryDone': 'La récupération est changée. Les parts précédentes sont supprimées.',
  'recovery.kept.automatic': 'Ce service garde votre récupération.',
  'recovery.kept.passkey': 'Vous récupérez avec une clé d’accès.',
  'recovery.kept.password': 'Vous récupérez avec un mot de passe.',
  'recovery.kept.kit': 'Vous récupérez avec un code de récupération.',
  'recovery.none': 'Votre portefeuille n’a pas encore de récupération.',
  'recovery.kitSave': 'Enregistrer ou imprimer',
  'recovery.kitFile': 'Enregistrer comme fichier',
  'recovery.kitPrint': 'Imprimer',
  'recovery.other': 'Récupérer le portefeuille',
  'recovery.window': 'Chercher dans une fenêtre',
  'confirm.title': 'Est-ce bien vous ?',
  'confirm.why': 'Une nouvelle connexion est nécessaire. Nous envoyons un code à {email}.',
  'confirm.send': 'Envoyer le code',
  'confirm.sent': 'Nous avons envoyé un code à {email}.',
  'confirm.code': 'Code reçu par e-mail',
  'confirm.again': 'Envoyer un autre code',
  'confirm.another':
    'Un autre e-mail est en route. Ce que contenait le précédent n’est plus valable.',
  'confirm.whyProvider': 'Cela demande une nouvelle connexion. Une fenêtre du fournisseur s’ouvre.',
  'confirm.whyEither':
    'Cela demande une nouvelle connexion. Nous envoyons un code à {email}, ou une fenêtre du fournisseur s’ouvre.',
  'confirm.with': 'Se connecter avec {provider}',
  'security.signIns': 'Moyens de connexion',
  'signIns.email': 'E-mail',
  'signIns.add': 'Ajouter {provider}',
  'signIns.addWhy': 'Quiconque se connecte ainsi ouvre désormais ce portefeuille.',
  'signIns.address': 'Adresse e-mail',
  'signIns.added': 'Il ouvre désormais votre portefeuille.',
  'signIns.remove': 'Retirer le moyen de connexion',
  'signIns.removeNow': 'Retirer',
  'signIns.removeWhy':
    'Il n’ouvre plus ce portefeuille. Ce qu’il a connecté est déconnecté, ce navigateur aussi si c’était lui.',
  'signIns.removed': 'Le moyen de connexion est retiré.',
  'signIns.only': 'C’est votre seul moyen de connexion. Ajoutez-en d’abord un autre.',
  'signIns.addressStays': 'Cette adresse peut être modifiée, mais pas retirée.',
  'link.title': 'Vous avez déjà un portefeuille avec cette adresse',
  'link.ask': 'L’ouvrir aussi avec {provider} ?',
  'link.askEmail': 'L’ouvrir aussi avec cette adresse e-mail ?',
  'link.yes': 'Oui, c’est le mien',
  'link.no': 'Non, créer un portefeuille',
  'link.prove': 'Montrez qu’il est à vous',
  'link.byProvider': 'Connectez-vous comme avant. Une fenêtre du fournisseur s’ouvre.',
  'link.sentLink':
    'Nous avons envoyé un lien à {email}. Ouvrez-le, puis saisissez le code affiché par sa page.',
  'devices.this': 'Cet appareil, dernière utilisation {time}',
  'devices.seen': 'Utilisé le {time}',
  'devices.remove': 'Retirer l’appareil',
  'devices.removeWhy':
    'Il est déconnecté, et ce qu’il garde de votre portefeuille ne vaut ' +
    'plus rien. Vos autres appareils récupèrent une fois.',
  'devices.recoveryFirst':
    'Votre portefeuille n’a pas de récupération et cet appareil a peut-être la seule part. Choisissez-en une d’abord.',
  'devices.removed': 'L’appareil est retiré. Les parts précédentes sont supprimées.',
  'grants.where':
    'Ce que vous avez permis aux sites web de faire pour vous, d’après ce que sait ce navigateur. Les autres appareils, et les sites web que le navigateur tient à part, ont leurs propres listes.',
  'grants.none': 'Aucun site web ne peut rien faire pour vous.',
  'grants.offline':
    'Vous êtes hors ligne. Cette liste est ce que le navigateur a noté. Vous pourrez retirer à votre retour.',
  'grants.used': 'Utilisé jusqu’ici',
  'grants.total': '{used} utilisés, reste {left}.',
  'grants.period': '{used} utilisés pendant cette période, il en reste {left}.',
  'grants.stream': '{used} utilisés, {left} peuvent être envoyés maintenant.',
  'grants.calls': 'Utilisé {used}×, reste {left}×.',
  'grants.unread': 'Cela n’a pas pu être lu sur la chaîne.',
  'grants.notServed':
    'Ce portefeuille ne fonctionne plus sur ce réseau et ne peut donc pas retirer cela ici.',
  'grants.revoke': 'Retirer',
  'grants.revokeAll': 'Tout retirer',
  'grants.waiting': 'Le réseau l’exécute. Vous pouvez quitter cette page.',
  'grants.revoked': 'Retiré : le site web ne peut plus le faire.',
  'home.storage': 'La part de cet appareil est gardée dans ce navigateur.',
  'home.unpartitioned':
    'La part de cet appareil est gardée dans ce navigateur, pour tous les sites.',
  'home.window':
    'La part de cet appareil est gardée dans ce navigateur, dans une fenêtre de ce service.',
  'home.service':
    'Ce navigateur ne laisse rien garder au cadre. Ce service garde la part ' +
    'de cet appareil, scellée par un cookie de ce navigateur.',
  'home.none':
    'Le cadre ne trouve aucune part dans ce navigateur. Elle vous sera demandée à la prochaine utilisation.',
  'home.move': 'La garder dans une fenêtre',
  'words.why':
    'Avec ces mots, toute application de portefeuille ouvre vos comptes. ' +
    'Notez-les et gardez-les là où vous seul les trouvez.',
  'words.warning': 'Qui lit ces mots peut tout prendre. Personne qui vous aide ne les demande.',
  'words.show': 'Montrer les mots',
  'words.copy': 'Copier les mots',
  'words.copyWarning':
    'D’autres applications et sites peuvent lire ce que vous copiez. Les noter est plus sûr.',
  'words.copyNow': 'Copier quand même',
  'words.copied': 'Copié. Videz le presse-papiers après avoir collé les mots.',
  'error.recovery_wrong': 'Cela n’ouvre pas le portefeuille. Vérifiez et réessayez.',
  'error.password_short': 'Le mot de passe est trop court.',
  'error.passkey_unsupported':
    'Ce navigateur ou cette clé ne peut pas le faire. Choisissez un autre moyen.',
  'error.wallet_closed':
    'Ce navigateur n’a pas votre portefeuille et ne peut pas le récupérer. Utilisez le navigateur où il a été créé.',
  'error.key_mismatch': 'Ces parts ne donnent pas votre portefeuille : rien n’est signé.',
  'error.unreachable': 'Le service du portefeuille est injoignable. Réessayez.',
  'error.rate_limited': 'Il y en a eu trop. Réessayez plus tard.',
  'error.wait': 'Il y en a eu trop. Réessayez dans {wait}.',
  'error.code_wrong': 'Ce code est faux ou périmé.',
  'error.denied': 'La connexion a été refusée chez le fournisseur.',
  'error.provider_failed': 'Le fournisseur n’a pas répondu comme il devait. Réessayez.',
  'error.expired': 'Le temps pour cette connexion est écoulé. Recommencez.',
  'error.other_person':
    'Le fournisseur a désigné une autre personne. Connectez-vous là-bas en tant que propriétaire de ce portefeuille.',
  'error.sealed':
    'Le service du portefeuille ne peut pas ouvrir sa part maintenant. Réessayez plus tard.',
  'error.keeper':
    'Votre portefeuille ne peut pas être ouvert pour le moment. Réessayez dans un instant.',
  'error.conflict': 'Le portefeuille a été changé sur un autre appareil. Réessayez.',
  'error.window_blocked': 'La fenêtre a été bloquée. Autorisez-la, puis réessayez.',
  'error.not_in_window': 'Ce navigateur ne garde aucune part du portefeuille.',
  'error.sign_in_taken':
    'Ce moyen de connexion ouvre un autre portefeuille. Connectez-vous-y et retirez-le, ou prenez-en un autre.',
  'error.has_kind': 'Ce portefeuille a déjà un moyen de connexion de ce type. Retirez-le d’abord.',
  'error.last_sign_in': 'C’est le seul moyen de connexion de ce portefeuille.',
  'error.fresh': 'Une nouvelle connexion est nécessaire. Revenez en arrière et recommencez.',
  'error.changed':
    'L’adresse de ce portefeuille a été modifiée. Cela redevient possible 72 heures après la modification.',
  'error.email_taken': 'Cette adresse a son propre portefeuille. Prenez-en une autre.',
  'error.email': 'Ce n’est pas une adresse e-mail.',
  'error.mail_failed': 'L’e-mail n’a pas pu être envoyé. Réessayez.',
}
