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
  pageGone: 'Ce lien a été utilisé ou a expiré. Recommencez dans la fenêtre où vous avez commencé.',
}
