import { type MailTexts } from './en.js'

export const es: MailTexts = {
  codeSubject: '{code} es tu código para {site}',
  codeLead: 'Escribe este código para iniciar sesión en {site}:',
  codeWarning:
    'Es válido durante 10 minutos. No se lo des a nadie: quien te lo pida quiere tu cartera.',
  ignore: 'Si no has pedido este correo, ignóralo.',
  linkSubject: 'Iniciar sesión en {site}',
  linkLead:
    'Alguien quiere iniciar sesión en {site} con esta dirección en un dispositivo nuevo: {browser}, {time}.',
  linkButton: 'Ver la solicitud',
  linkNext:
    'Si eres tú, la página del enlace te muestra un código. El enlace es válido durante 10 minutos.',
  noticeSubject: 'Tu cartera se ha recuperado en un dispositivo',
  noticeLead: 'Se ha usado la recuperación de tu cartera para {site}: {browser}, {time}.',
  noticeNext:
    'Si no has sido tú, inicia sesión, cierra la sesión en todos los dispositivos y mueve lo que contiene la cartera.',
  changeSubject: 'Tu cartera para {site} ha cambiado',
  splitLead:
    'La recuperación de tu cartera para {site} ha cambiado: {browser}, {time}. Lo que la abría antes ya no la abre.',
  exportLead:
    'Se han pedido las 24 palabras de tu cartera para {site}: {browser}, {time}. Quien las tiene, tiene la cartera.',
  removeLead: 'Se ha quitado un dispositivo de tu cartera para {site}: {browser}, {time}.',
  signInAddedLead:
    'Se ha añadido una forma de iniciar sesión a tu cartera de {site}: {browser}, {time}.',
  signInRemovedLead:
    'Se ha quitado una forma de iniciar sesión de tu cartera de {site}: {browser}, {time}.',
  signInNext:
    'Si no has sido tú, inicia sesión, revisa las formas de iniciar sesión, cierra la sesión en todos los dispositivos y mueve lo que contiene la cartera.',
  deleteLead: 'Tu cuenta para {site} se ha eliminado junto con su cartera: {browser}, {time}.',
  deleteNext:
    'Si no has sido tú, alguien lee tu correo. Solo las 24 palabras, si las guardaste, abren todavía la cartera.',
  changeFromLead:
    'Alguien quiere cambiar la dirección de correo de su billetera para {site}: {browser}, {time}. Si es usted, escriba este código:',
  changeToLead: 'Escriba este código para usar esta dirección con su billetera en {site}:',
  changedLead:
    'La dirección de correo de su billetera para {site} se ha cambiado: {browser}, {time}. Esta dirección ya no la abre.',
  changedNext:
    'Si no fue usted, deshaga el cambio en un plazo de 72 horas. Hasta entonces no se puede exportar nada y ningún dispositivo nuevo puede recuperar la billetera.',
  undoButton: 'Deshacer el cambio',
  undoTitle: '¿Quiere recuperar la dirección anterior?',
  undoWarning:
    'Se cerrará la sesión en todos los dispositivos y se quitarán los que se añadieron después del cambio.',
  undoDone: 'La dirección anterior vuelve a ser válida. Inicie sesión con ella.',
  undoGone: 'Este enlace ya se usó o ha caducado. La dirección queda como está.',
  unknownBrowser: 'un navegador desconocido',
  pageTitle: '¿Quieres iniciar sesión?',
  pageSite: 'Sitio',
  pageBrowser: 'Navegador',
  pageTime: 'Hora',
  pageWarning:
    'Continúa solo si acabas de escribir tu dirección en este sitio. Nadie más debería haberte enviado este enlace.',
  pageApprove: 'Sí, mostrar el código',
  pageDeny: 'No he sido yo',
  pageCode: 'Escribe este código en la ventana en la que empezaste:',
  pageDenied: 'El inicio de sesión se ha detenido. Puedes cerrar esta página.',
  deviceSubject: 'Nuevo inicio de sesión en {site}',
  deviceLead:
    'Alguien ha iniciado sesión en tu cartera de {site} con un dispositivo nuevo: {browser}, {time}.',
  socialBack: 'Vuelve a {site}. Puedes cerrar esta ventana.',
  socialGone:
    'Este inicio de sesión ha terminado o se empezó en otro sitio. Empieza de nuevo en la ventana en la que empezaste.',
  socialWarning:
    'Continúa solo si hace un momento elegiste iniciar sesión en este sitio y en este navegador. Nadie más debería haberte enviado aquí.',
  socialYes: 'Sí, iniciar sesión',
  pageGone:
    'Este enlace ya se ha usado o ha caducado. Empieza de nuevo en la ventana en la que empezaste.',
}
