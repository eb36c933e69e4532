import type { Catalogue } from '@latchkey/plugin-api'

export const es: Catalogue = {
  'embedded.emailTitle': 'Entrar con correo',
  'embedded.emailText':
    'Obtiene una billetera sin instalar nada. El correo trae un código o un enlace.',
  'embedded.emailLabel': 'Correo electrónico',
  'embedded.continue': 'Continuar con correo',
  'embedded.codeTitle': 'Escriba el código',
  'embedded.codeText': 'Enviamos un código de seis cifras a {email}.',
  'embedded.codeLabel': 'Código de seis cifras',
  'embedded.digit': 'Cifra {number} de 6',
  'embedded.checking': 'Comprobando el código…',
  'embedded.resend': 'Enviar otro correo',
  'embedded.resendIn': 'Otro correo en {seconds} s',
  'embedded.deviceTitle': 'Confirme este dispositivo',
  'embedded.deviceHeadline': 'Abra el enlace del correo',
  'embedded.deviceText':
    'Enviamos un enlace a {email}. Su página muestra un código que después escribirá aquí.',
  'embedded.waiting':
    '{count, plural, one {Una solicitud espera} many {# solicitudes esperan} other {# solicitudes esperan}}',
  'embedded.frameTitle': 'Tu wallet',
  'embedded.securityTitle': 'Wallet y seguridad',
  'embedded.securityFailed': 'Las páginas de tu wallet no se abrieron',
  'embedded.codeWrong':
    'Este código es incorrecto o ha caducado. Escríbelo de nuevo o pide otro correo.',
  'embedded.denied': 'Este inicio de sesión se detuvo desde el enlace del correo.',
  'embedded.over': 'El tiempo para este inicio de sesión ha terminado. Pide otro correo.',
  'embedded.mailFailed': 'No se pudo enviar el correo. Inténtalo de nuevo.',
  'embedded.walletClosed':
    'Este navegador no tiene tu monedero y no puede recuperarlo. Usa el navegador en el que se creó.',
  'embedded.keeperAway':
    'Ahora mismo no se puede abrir tu monedero. Inténtalo de nuevo en un momento.',
  'embedded.unreachable': 'No se puede acceder al servidor de la wallet. Inténtalo de nuevo.',
  'embedded.tooMany':
    'Hubo demasiados intentos. Inténtalo de nuevo en {minutes, plural, one {# minuto} many {# minutos} other {# minutos}}.',
  'embedded.socialTitle': 'Iniciar sesión',
  'embedded.continueWith': 'Continuar con {provider}',
  'embedded.socialHeadline': 'Continúe en {provider}',
  'embedded.socialText': 'Inicie sesión en la ventana que se abrió. Esta página sigue por sí sola.',
  'embedded.socialLost': 'Termine en la ventana o cancele.',
  'embedded.socialChecking': 'Iniciando sesión…',
  'embedded.asks': 'Tu cartera tiene una pregunta. Respóndela aquí.',
  'embedded.openAgain': 'Abrir la ventana de nuevo',
  'embedded.blockedText': 'Ábrala con este botón.',
  'embedded.socialFailed': 'No ha iniciado sesión',
  'embedded.socialDenied': 'No permitió el inicio de sesión en {provider}.',
  'embedded.providerFailed':
    'No se puede acceder a {provider}, o no respondió bien. Inténtelo de nuevo.',
  'embedded.socialOver': 'El tiempo de este inicio de sesión ha terminado. Inténtelo de nuevo.',
  'embedded.otherPerson':
    'Esta es otra cuenta de {provider} que aquella con la que empezó. Inténtelo de nuevo.',
  'embedded.farcasterText':
    'Escanee el código con la cámara de su teléfono y apruebe en Farcaster.',
  'embedded.farcasterCode': 'Código QR para Farcaster',
  'embedded.farcasterMaking': 'Creando el código…',
  'embedded.farcasterOpen': 'Abrir Farcaster',
  'embedded.copyLink': 'Copiar enlace',
  'embedded.changeTitle': 'Cambiar el correo',
  'embedded.changeText': 'Primero va un código a su dirección anterior y después otro a la nueva.',
  'embedded.newEmail': 'Nueva dirección de correo',
  'embedded.changeContinue': 'Continuar',
  'embedded.oldCodeText': 'Enviamos un código de seis dígitos a su dirección anterior.',
  'embedded.changeOther': 'Usar otra dirección',
  'embedded.changeDone': 'Su correo ha cambiado',
  'embedded.changeDoneText':
    'Desde ahora inicia sesión con {email}. Una dirección anterior recibió un enlace que lo deshace durante 72 horas.',
  'embedded.changeOver': 'El tiempo de este cambio ha terminado. Empiece de nuevo.',
  'embedded.notFresh':
    'Su inicio de sesión es demasiado antiguo para esto. Desconéctese, inicie sesión de nuevo y vuelva aquí.',
  'embedded.sameEmail': 'Esta ya es su dirección.',
  'embedded.changed':
    'La dirección de esta cartera ha cambiado. Esto será posible 72 horas después del cambio.',
  'embedded.emailTaken': 'Esta dirección tiene una cartera propia. Usa otra.',
  'embedded.accountTypeTitle': 'Tipo de cuenta',
  'embedded.smartAccount': 'Cuenta inteligente',
  'embedded.eoaAccount': 'Cuenta estándar',
  'embedded.accountTypeText':
    'Cada cuenta tiene su propia dirección. Lo que tiene una se queda en ella al cambiar, y las solicitudes pendientes se rechazan.',
  'embedded.notHere': 'No está en esta red',
  'embedded.useSmart': 'Usar la cuenta inteligente',
  'embedded.useEoa': 'Usar la cuenta estándar',
  'embedded.accountsFailed': 'No se pudieron leer las cuentas',
  'embedded.alertLoad':
    'Error de red: no se pudo cargar la billetera integrada|El servidor del marco seguro no respondió.',
  'embedded.alertTimeout':
    'La billetera integrada no respondió a tiempo|El marco seguro no respondió a una solicitud.',
  'errors.embedded.load_failed': 'No se pudo cargar la entrada con correo',
  'errors.embedded.no_connector': 'No se encontró ningún conector de acceso',
  'errors.embedded.no_place':
    'La conexión de billeteras de este sitio no está bien configurada. Avise al sitio.',
  'errors.embedded.request_failed': 'Se produjo un error',
  'errors.embedded.timed_out': 'Tardó demasiado. Inténtelo de nuevo.',
  'errors.embedded.aborted': 'Algo salió mal',
  'errors.embedded.invalid_email': 'Esto no es un correo electrónico.',
  'errors.embedded.too_soon': 'Inténtelo de nuevo en {seconds} segundos',
  'errors.embedded.signed_out': 'Nadie ha iniciado sesión.',
  'errors.embedded.popup_closed': 'Ventana cerrada',
  'errors.embedded.social_not_started': 'No se pudo iniciar la conexión social',
  'errors.embedded.farcaster_failed': 'No se pudo conectar con Farcaster',
  'errors.embedded.not_connected': 'No está conectado por correo ni con una cuenta social',
  'errors.embedded.interrupted':
    'Esta página se volvió a cargar durante el inicio de sesión. Empiece de nuevo.',
  'errors.embedded.smart_accounts_off': 'No hay cuentas inteligentes en esta red.',
  'errors.embedded.account_in_use': 'Esta cuenta ya está en uso.',
}
