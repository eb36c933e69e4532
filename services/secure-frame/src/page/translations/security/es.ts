import type { OwnTexts } from './en.js'

export const es: OwnTexts = {
  'security.title': 'Seguridad de tu monedero',
  'security.cancel': 'Cancelar',
  'security.back': 'Atrás',
  'security.close': 'Cerrar',
  'security.done': 'Hecho',
  'security.retry': 'Intentar de nuevo',
  'security.otherWay': 'Otra manera',
  'security.recovery': 'Recuperación',
  'security.devices': 'Dispositivos',
  'security.home': 'Este navegador',
  'security.words': 'Tus 24 palabras',
  'security.everywhere': 'Cerrar sesión en todas partes',
  'security.everywhereWhy': 'Esto cierra la sesión en todos tus dispositivos, también en este.',
  'security.delete': 'Eliminar la cuenta',
  'security.deleteWhy':
    'Esto elimina tu cuenta y lo que aquí se guarda de tu monedero. No se puede deshacer.',
  'security.deleteWords':
    'Después, lo que hay en el monedero solo se alcanza con las 24 palabras. Expórtalas antes.',
  'security.deleteNow': 'Eliminar para siempre',
  'security.change': 'Cambiar la recuperación',
  'security.changeWhy':
    'Tras un cambio, la recuperación anterior no abre nada y tus otros dispositivos piden la nueva.',
  'security.takeOver': 'Hacerte cargo del monedero',
  'security.takeOverWhy':
    'Puedes guardar tú la recuperación. La parte de este servicio se elimina y ya no podrá ayudarte.',
  'security.recoveryDone': 'La recuperación ha cambiado. Las partes anteriores están eliminadas.',
  'recovery.kept.automatic': 'Este servicio guarda tu recuperación.',
  'recovery.kept.passkey': 'Recuperas con una llave de acceso.',
  'recovery.kept.password': 'Recuperas con una contraseña.',
  'recovery.kept.kit': 'Recuperas con un código de recuperación.',
  'recovery.none': 'Tu monedero aún no tiene recuperación.',
  'recovery.kitSave': 'Guardarlo o imprimirlo',
  'recovery.kitFile': 'Guardar como archivo',
  'recovery.kitPrint': 'Imprimir',
  'recovery.other': 'Recuperar el monedero',
  'recovery.window': 'Buscar en una ventana',
  'confirm.title': '¿Eres tú?',
  'confirm.why': 'Esto requiere iniciar sesión de nuevo. Enviamos un código a {email}.',
  'confirm.send': 'Enviar el código',
  'confirm.sent': 'Hemos enviado un código a {email}.',
  'confirm.code': 'Código del correo',
  'confirm.again': 'Enviar otro código',
  'confirm.another': 'Otro correo está en camino. Lo que contenía el anterior ya no sirve.',
  'confirm.whyProvider':
    'Esto requiere iniciar sesión de nuevo. Se abre una ventana del proveedor.',
  'confirm.whyEither':
    'Hace falta iniciar sesión de nuevo. Enviamos un código a {email} o se abre una ventana del proveedor.',
  'confirm.with': 'Iniciar sesión con {provider}',
  'security.signIns': 'Formas de iniciar sesión',
  'signIns.email': 'Correo',
  'signIns.add': 'Añadir {provider}',
  'signIns.addWhy': 'Quien inicie sesión así abrirá esta cartera desde entonces.',
  'signIns.address': 'Correo electrónico',
  'signIns.added': 'Desde ahora abre tu cartera.',
  'signIns.remove': 'Quitar la forma de acceso',
  'signIns.removeNow': 'Quitar',
  'signIns.removeWhy':
    'Ya no abrirá esta cartera. Se cerrarán las sesiones que abrió, también la de este navegador si fue ella.',
  'signIns.removed': 'La forma de acceso se ha quitado.',
  'signIns.only': 'Es tu única forma de iniciar sesión. Añade otra antes.',
  'signIns.addressStays': 'Esta dirección se puede cambiar, pero no quitar.',
  'link.title': 'Ya tienes una cartera con esta dirección',
  'link.ask': '¿Abrirla también con {provider}?',
  'link.askEmail': '¿Abrirla también con esta dirección de correo?',
  'link.yes': 'Sí, es mía',
  'link.no': 'No, crear una cartera nueva',
  'link.prove': 'Demuestra que es tuya',
  'link.byProvider': 'Inicia sesión como antes. Se abrirá una ventana del proveedor.',
  'link.sentLink':
    'Hemos enviado un enlace a {email}. Ábrelo y escribe el código que muestra su página.',
  'devices.this': 'Este dispositivo, usado por última vez {time}',
  'devices.seen': 'Último uso {time}',
  'devices.remove': 'Quitar el dispositivo',
  'devices.removeWhy':
    'Se cierra su sesión y lo que guarda de tu monedero deja de servir. Tus otros dispositivos recuperan una vez.',
  'devices.recoveryFirst':
    'Tu monedero aún no tiene recuperación y ese dispositivo puede tener la única parte. Elige antes una.',
  'devices.removed': 'El dispositivo se ha quitado. Las partes anteriores están eliminadas.',
  'home.storage': 'La parte de este dispositivo se guarda en este navegador.',
  'home.unpartitioned':
    'La parte de este dispositivo se guarda en este navegador, para todos los sitios.',
  'home.window':
    'La parte de este dispositivo se guarda en este navegador, en una ventana de este servicio.',
  'home.service':
    'Este navegador no deja que el marco guarde nada. Este servicio guarda la parte ' +
    'de este dispositivo, sellada con una cookie de este navegador.',
  'home.none':
    'El marco no encuentra ninguna parte en este navegador. Se te pedirá en el próximo uso.',
  'home.move': 'Guardarla en una ventana',
  'words.why':
    'Con estas palabras cualquier aplicación de monedero abre tus cuentas. ' +
    'Escríbelas y guárdalas donde solo tú las encuentres.',
  'words.warning': 'Quien lea estas palabras puede llevárselo todo. Nadie que te ayude las pide.',
  'words.show': 'Mostrar las palabras',
  'words.copy': 'Copiar las palabras',
  'words.copyWarning':
    'Otras aplicaciones y sitios pueden leer lo que copias. Es más seguro escribirlas.',
  'words.copyNow': 'Copiar de todos modos',
  'words.copied': 'Copiadas. Vacía el portapapeles cuando las hayas pegado.',
  'error.recovery_wrong': 'Esto no abre el monedero. Revísalo e inténtalo de nuevo.',
  'error.password_short': 'La contraseña es demasiado corta.',
  'error.passkey_unsupported': 'Este navegador o esta llave no puede hacerlo. Elige otra manera.',
  'error.wallet_closed':
    'Este navegador no tiene tu monedero y no puede recuperarlo. Usa el navegador en el que se creó.',
  'error.key_mismatch': 'Estas partes no dan tu monedero, así que no se firma nada.',
  'error.unreachable': 'No se puede contactar con el servicio del monedero. Inténtalo de nuevo.',
  'error.rate_limited': 'Han sido demasiados. Inténtalo más tarde.',
  'error.wait': 'Han sido demasiados. Inténtalo de nuevo dentro de {wait}.',
  'error.code_wrong': 'Este código es incorrecto o ha caducado.',
  'error.denied': 'El inicio de sesión se rechazó en el proveedor.',
  'error.provider_failed': 'El proveedor no respondió como debía. Inténtalo de nuevo.',
  'error.expired': 'El tiempo para este inicio de sesión ha terminado. Empieza de nuevo.',
  'error.other_person':
    'El proveedor ha indicado a otra persona. Inicia sesión allí como la persona dueña de esta cartera.',
  'error.sealed': 'El servicio del monedero no puede abrir su parte ahora. Inténtalo más tarde.',
  'error.keeper': 'Ahora mismo no se puede abrir tu monedero. Inténtalo de nuevo en un momento.',
  'error.conflict': 'El monedero se cambió en otro dispositivo. Inténtalo de nuevo.',
  'error.window_blocked': 'La ventana fue bloqueada. Permítela e inténtalo de nuevo.',
  'error.not_in_window': 'Este navegador no guarda ninguna parte del monedero.',
  'error.sign_in_taken':
    'Esta forma de acceso abre otra cartera. Inicia sesión allí con ella y quítala, o usa otra.',
  'error.has_kind': 'Esta cartera ya tiene una forma de acceso de ese tipo. Quítala antes.',
  'error.last_sign_in': 'Es la única forma de iniciar sesión en esta cartera.',
  'error.fresh': 'Para esto hace falta iniciar sesión de nuevo. Vuelve atrás y empieza otra vez.',
  'error.changed':
    'La dirección de esta cartera ha cambiado. Esto será posible 72 horas después del cambio.',
  'error.email_taken': 'Esta dirección tiene una cartera propia. Usa otra.',
  'error.email': 'Esto no es una dirección de correo.',
  'error.mail_failed': 'No se pudo enviar el correo. Inténtalo de nuevo.',
}
