export type { ViewsConfig } from './config.ts';
export type { Component, PropsArgument, PropsOf, SharedProps, ViewName, Views } from './declared.ts';
export { errors } from './errors.ts';
export { Html, html } from './html.ts';
export type { HelperName, Page } from './page.ts';
export { views } from './plugin.ts';
export type { View, ViewSite } from './view.ts';
