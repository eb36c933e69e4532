import { type MailTexts } from './en.js'

export const pt: MailTexts = {
  codeSubject: '{code} é o seu código para {site}',
  codeLead: 'Digite este código para entrar em {site}:',
  codeWarning: 'Ele é válido por 10 minutos. Não o dê a ninguém: quem o pede quer a sua carteira.',
  ignore: 'Se você não pediu este e-mail, ignore-o.',
  linkSubject: 'Entrar em {site}',
  linkLead:
    'Alguém quer entrar em {site} com este endereço em um novo dispositivo: {browser}, {time}.',
  linkButton: 'Ver o pedido',
  linkNext: 'Se for você, a página do link mostra um código. O link é válido por 10 minutos.',
  noticeSubject: 'A sua carteira foi recuperada em um dispositivo',
  noticeLead: 'A recuperação da sua carteira para {site} foi usada: {browser}, {time}.',
  noticeNext:
    'Se não foi você, entre, saia em todos os dispositivos e mova o que a carteira contém.',
  changeSubject: 'A sua carteira para {site} foi alterada',
  splitLead:
    'A recuperação da sua carteira para {site} foi alterada: {browser}, {time}. O que a abria antes já não a abre.',
  exportLead:
    'As 24 palavras da sua carteira para {site} foram pedidas: {browser}, {time}. Quem as tem, tem a carteira.',
  removeLead: 'Um dispositivo foi removido da sua carteira para {site}: {browser}, {time}.',
  signInAddedLead:
    'Foi adicionada uma forma de entrar à sua carteira de {site}: {browser}, {time}.',
  signInRemovedLead:
    'Foi removida uma forma de entrar da sua carteira de {site}: {browser}, {time}.',
  signInNext:
    'Se não foi você, entre, confira as formas de entrar, saia em todos os dispositivos e mova o que a carteira contém.',
  deleteLead: 'A sua conta para {site} foi eliminada com a carteira: {browser}, {time}.',
  deleteNext:
    'Se não foi você, alguém lê o seu correio. Só as 24 palavras, se as guardou, ainda abrem a carteira.',
  changeFromLead:
    'Alguém quer mudar o endereço de e-mail da sua carteira para {site}: {browser}, {time}. Se for você, digite este código:',
  changeToLead: 'Digite este código para usar este endereço com a sua carteira em {site}:',
  changedLead:
    'O endereço de e-mail da sua carteira para {site} foi mudado: {browser}, {time}. Este endereço não a abre mais.',
  changedNext:
    'Se não foi você, desfaça a mudança em até 72 horas. Até lá nada pode ser exportado e nenhum dispositivo novo pode recuperar a carteira.',
  undoButton: 'Desfazer a mudança',
  undoTitle: 'Quer o endereço antigo de volta?',
  undoWarning:
    'Todos os dispositivos serão desconectados, e os que foram adicionados depois da mudança serão removidos.',
  undoDone: 'O endereço antigo voltou a valer. Entre com ele.',
  undoGone: 'Este link já foi usado ou expirou. O endereço fica como está.',
  unknownBrowser: 'um navegador desconhecido',
  pageTitle: 'Você quer entrar?',
  pageSite: 'Site',
  pageBrowser: 'Navegador',
  pageTime: 'Hora',
  pageWarning:
    'Continue apenas se você acabou de digitar o seu endereço neste site. Ninguém mais deveria ter enviado este link.',
  pageApprove: 'Sim, mostrar o código',
  pageDeny: 'Não fui eu',
  pageCode: 'Digite este código na janela em que você começou:',
  pageDenied: 'A entrada foi interrompida. Você pode fechar esta página.',
  deviceSubject: 'Novo acesso a {site}',
  deviceLead: 'Alguém entrou na sua carteira de {site} em um novo dispositivo: {browser}, {time}.',
  socialBack: 'Volte para {site}. Esta janela pode ser fechada.',
  socialGone:
    'Este acesso terminou ou foi iniciado em outro lugar. Comece de novo na janela em que você começou.',
  socialWarning:
    'Continue apenas se você acabou de escolher entrar neste site, neste navegador. Ninguém mais deveria ter enviado você para cá.',
  socialYes: 'Sim, entrar',
  pageGone: 'Este link já foi usado ou expirou. Comece de novo na janela em que você começou.',
}
