import { type MailTexts } from './en.js'

export const fr: MailTexts = {
  codeSubject: '{code} est votre code pour {site}',
  codeLead: 'Saisissez ce code pour vous connecter à {site} :',
  codeWarning:
    'Il est valable 10 minutes. Ne le donnez à personne : celui qui vous le demande veut votre portefeuille.',
  ignore: 'Si vous n’avez pas demandé ce message, ignorez-le.',
  linkSubject: 'Se connecter à {site}',
  linkLead:
    'Quelqu’un veut se connecter à {site} avec cette adresse sur un nouvel appareil : {browser}, {time}.',
  linkButton: 'Voir la demande',
  linkNext: 'Si c’est vous, la page du lien vous montre un code. Le lien est valable 10 minutes.',
  noticeSubject: 'Votre portefeuille a été récupéré sur un appareil',
  noticeLead:
    'La récupération de votre portefeuille pour {site} a été utilisée : {browser}, {time}.',
  noticeNext:
    'Si ce n’était pas vous, connectez-vous, déconnectez tous les appareils et déplacez ce que contient le portefeuille.',
  changeSubject: 'Votre portefeuille pour {site} a été modifié',
  splitLead:
    'La récupération de votre portefeuille pour {site} a été modifiée : {browser}, {time}. Ce qui l’ouvrait avant ne l’ouvre plus.',
  exportLead:
    'Les 24 mots de votre portefeuille pour {site} ont été demandés : {browser}, {time}. Qui les possède possède le portefeuille.',
  removeLead: 'Un appareil a été retiré de votre portefeuille pour {site} : {browser}, {time}.',
  signInAddedLead:
    'Un moyen de connexion a été ajouté à votre portefeuille pour {site} : {browser}, {time}.',
  signInRemovedLead:
    'Un moyen de connexion a été retiré de votre portefeuille pour {site} : {browser}, {time}.',
  signInNext:
    'Si ce n’était pas vous, connectez-vous, vérifiez les moyens de connexion, déconnectez tous les appareils et déplacez ce que contient le portefeuille.',
  deleteLead: 'Votre compte pour {site} a été supprimé avec son portefeuille : {browser}, {time}.',
  deleteNext:
    'Si ce n’était pas vous, quelqu’un lit vos mails. Seuls les 24 mots, si vous les avez gardés, ouvrent encore le portefeuille.',
  changeFromLead:
    'Quelqu’un veut changer l’adresse e-mail de votre portefeuille pour {site} : {browser}, {time}. Si c’est vous, saisissez ce code :',
  changeToLead:
    'Saisissez ce code pour utiliser cette adresse avec votre portefeuille sur {site} :',
  changedLead:
    'L’adresse e-mail de votre portefeuille pour {site} a été changée : {browser}, {time}. Cette adresse ne l’ouvre plus.',
  changedNext:
    'Si ce n’était pas vous, annulez le changement dans les 72 heures. D’ici là, rien ne peut être exporté et aucun nouvel appareil ne peut récupérer le portefeuille.',
  undoButton: 'Annuler le changement',
  undoTitle: 'Voulez-vous reprendre l’ancienne adresse ?',
  undoWarning:
    'Tous les appareils seront déconnectés, et ceux qui ont été ajoutés depuis le changement seront retirés.',
  undoDone: 'L’ancienne adresse est rétablie. Connectez-vous avec elle.',
  undoGone: 'Ce lien a déjà servi ou a expiré. L’adresse reste telle quelle.',
  unknownBrowser: 'un navigateur inconnu',
  pageTitle: 'Voulez-vous vous connecter ?',
  pageSite: 'Site',
  pageBrowser: 'Navigateur',
  pageTime: 'Heure',
  pageWarning:
    'Continuez seulement si vous venez de saisir votre adresse sur ce site. Personne d’autre n’aurait dû vous envoyer ce lien.',
  pageApprove: 'Oui, afficher le code',
  pageDeny: 'Ce n’était pas moi',
  pageCode: 'Saisissez ce code dans la fenêtre où vous avez commencé :',
  pageDenied: 'La connexion a été arrêtée. Vous pouvez fermer cette page.',
  deviceSubject: 'Nouvelle connexion à {site}',
  deviceLead:
    'Quelqu’un s’est connecté à votre portefeuille pour {site} sur un nouvel appareil : {browser}, {time}.',
  socialBack: 'Revenez à {site}. Cette fenêtre peut être fermée.',
  socialGone:
    'Cette connexion est terminée ou a été commencée ailleurs. Recommencez dans la fenêtre où vous avez commencé.',
  socialWarning:
    'Ne continuez que si vous venez de choisir de vous connecter sur ce site, dans ce navigateur. Personne d’autre n’aurait dû vous envoyer ici.',
  socialYes: 'Oui, me connecter',
  pageGone: 'Ce lien a été utilisé ou a expiré. Recommencez dans la fenêtre où vous avez commencé.',
}
