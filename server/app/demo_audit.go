package app

var auditScenes []scene
