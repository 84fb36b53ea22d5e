use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::access::Refusal;
use super::files;

/// The page loads nothing; its style is within it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The answer to a request that is refused: a page for browsers, a line of text for programs.
pub fn answer(reason: Refusal, headers: &HeaderMap) -> Response {
    log::info!("a request was refused: {reason}");
    let value =
        |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !value(ACCEPT).contains("text/html") {
        return (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response();
    }
    let page = if value(ACCEPT_LANGUAGE).to_lowercase().starts_with("zh") {
        include_str!("refused.zh.html").replace("{{reason}}", reason.in_chinese())
    } else {
        include_str!("refused.html").replace("{{reason}}", &sentence(&reason.to_string()))
    };
    let headers = [(CONTENT_TYPE, files::HTML), (CONTENT_SECURITY_POLICY, POLICY)];
    (StatusCode::FORBIDDEN, headers, page.replace("{{style}}", include_str!("refused.css"))).into_response()
}

/// A text with a capital letter first.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(accept: &str, language: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, accept.parse().expect("a header"));
        headers.insert(ACCEPT_LANGUAGE, language.parse().expect("a header"));
        headers
    }

    async fn text(response: Response) -> String {
        let bytes = axum::body::to_bytes(response.into_body(), 100_000).await.expect("a body");
        String::from_utf8(bytes.to_vec()).expect("UTF-8")
    }

    #[tokio::test]
    async fn browsers_get_a_page_in_their_language_and_programs_a_line() {
        for (accept, language, words) in [
            ("text/html,*/*", "en-GB,en;q=0.9", "The address lacks the token"),
            ("text/html,*/*", "zh-CN,zh;q=0.9,en;q=0.8", "网址中缺少密钥"),
        ] {
            let response = answer(Refusal::Token, &headers(accept, language));
            assert_eq!(response.status(), StatusCode::FORBIDDEN);
            assert_eq!(response.headers()[CONTENT_TYPE], files::HTML);
            let page = text(response).await;
            assert!(page.starts_with("<!doctype html>") && page.contains(words), "{page}");
            assert!(!page.contains("{{") && !page.contains("src=") && !page.contains("href="), "{page}");
        }
        let response = answer(Refusal::Token, &headers("*/*", "zh-CN"));
        let line = text(response).await;
        assert_eq!(line, format!("{}\n", Refusal::Token));
    }
}
